// What boards are given. Messages themselves are in messages.ts; the page draws them and decides nothing.
import type { BoooScenery, BoooView, EffectData, GameView, GhostData, MoveData, OutcomeData, PieceRef, Tray } from "./messages";

export type { GameView, MoveData, PieceRef };
export type Seat = number;
export type Effect = EffectData;
export type Outcome = OutcomeData;

/** What every board component is given. */
export interface BoardProps {
  view: GameView;
  /** Another one when the position is another one; the view itself if it is left out. */
  position?: unknown;
  /** How it ended. */
  outcome: Outcome | null;
  /** The moves the person at this screen may make now. */
  moves: MoveData[];
  /** The effects of the last move, to be shown in order and marked. */
  last: Effect[];
  /** What the considered move would do. */
  preview: Effect[] | null;
  /** The move that is being looked at. */
  considered: MoveData | null;
  /** The piece taken in hand: its id, or its kind where pieces have no names. */
  picked?: string | null;
  /** Look at a move; `firmly` keeps it until it is confirmed or dropped. */
  onconsider: (move: MoveData | null, firmly?: boolean) => void;
  /** Make a move (or look at it first, where moves are confirmed). */
  onchoose: (move: MoveData) => void;
  oncancel: () => void;
  /** Spaces a hint points at. */
  hintArea?: string[];
  /** A picture that nobody moves about: what matters lies in its middle. */
  centred?: boolean;
  /** The board's name for those who cannot see it. */
  label: string;
}

/** What a player's pool or hand is given. */
export interface PoolProps {
  view: GameView;
  seat: Seat;
  /** The legal moves when this seat decides at this screen, else none. */
  moves: MoveData[];
  picked?: string | null;
}

/** How a piece is picked: by its own name, or by its kind where pieces have none. */
export const nameOfPiece = (piece: PieceRef | undefined): string => piece?.id || piece?.kind || "";

/** The pieces of a seat that are off the board. */
export const trayOf = (view: GameView, seat: Seat): Tray | undefined => view.trays.find((tray) => tray.seat === seat && tray.what !== "out");

/** The ghosts on the bed; null in a game without any. */
export const ghostsOf = (view: GameView): GhostData[] | null => ("ghosts" in view ? view.ghosts : null);

export const isRace = (view: GameView): view is BoooView => view.game === "booo";

/** Row and column. */
export type Cell = [number, number];

export interface Castle extends BoooScenery {
  rooms: Record<string, Cell>;
}

/** The castle, where there is one. */
export const castleOf = (scenery: object | undefined): Castle | null => (scenery && "walls" in scenery ? (scenery as Castle) : null);

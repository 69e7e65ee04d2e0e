// What boards are given. Messages themselves are in messages.ts; the page draws them and decides nothing.
import type { Story } from "../story/story.svelte";
import type { BoooScenery, BoooView, EffectData, GameView, GhostData, MoveData, OutcomeData, PieceRef, Tray } from "./messages";

export type { GameView, MoveData, PieceRef };
export type Seat = number;
export type Effect = EffectData;
export type Outcome = OutcomeData;

/** What a board draws: a position, what may be done in it, and what somebody has in mind. */
export interface BoardScene {
  view: GameView;
  /** Tells what happened; the board is its stage. */
  story: Story;
  /** How it ended. */
  outcome: Outcome | null;
  /** The moves the person at this screen may make now, or plan. */
  moves: MoveData[];
  /** Whose next move is planned while the other side decides. */
  planner?: Seat | undefined;
  /** The effects of the last move, to be marked. */
  last: Effect[];
  /** The move that is being looked at, and what it would do. */
  considered: MoveData | null;
  preview: Effect[] | null;
  /** Whether that move is on its way to the server. */
  sending: boolean;
  /** The piece taken in hand: its id, or its kind where pieces have no names. */
  picked: string | null;
  /** Places a hint points at. */
  hintArea: string[];
  /** A picture that nobody moves about: what matters lies in its middle. */
  centred: boolean;
  /** Whether the table is turned round. */
  turned: boolean;
  /** The board's name for those who cannot see it. */
  label: string;
}

/** What somebody at a board wants. */
export type Intention =
  | { do: "pick"; piece: string | null }
  /** Look at a move; `firmly` keeps it until it is confirmed or dropped. */
  | { do: "look"; move: MoveData | null; firmly?: boolean }
  /** Make a move (or look at it first, where moves are confirmed). */
  | { do: "choose"; move: MoveData }
  | { do: "cancel" }
  /** Something to read about what was touched. */
  | { do: "tell"; words: string }
  /** Somebody points at what cannot be played now, named as a move: why not? */
  | { do: "why"; text: string };

export interface BoardProps {
  scene: BoardScene;
  /** Called with what somebody at the board wants. */
  on: (intention: Intention) => void;
}

/** What the drawing of a player's tray is given: boop.'s pool, Hive's hand. Its moves are those of the scene when this seat decides here. */
export interface TrayProps extends BoardProps {
  seat: Seat;
}

/** The moves of a seat when it decides here, or plans its next one. */
export const movesOf = ({ view, moves, planner }: BoardScene, seat: Seat): MoveData[] => ((planner ?? view.to_move) === seat ? moves : []);

/** How a piece is picked: by its own name, or by its kind where pieces have none. */
export const nameOfPiece = (piece: PieceRef | undefined): string => piece?.id || piece?.kind || "";

/** The pieces of a seat that are off the board. */
export const trayOf = (view: GameView, seat: Seat): Tray | undefined => view.trays.find((tray) => tray.seat === seat && tray.what !== "out");

/** Whether kittens become cats in this game: the younger players' one has none. */
export const hasCats = (view: GameView): boolean => view.game !== "boop-junior" && view.trays.some(({ pieces }) => pieces.some(({ kind }) => kind === "cat"));

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

// What boards are given. Messages themselves are in messages.ts; the page draws them and decides nothing.
import type { EffectData, OutcomeData } from "./messages";

export type Seat = number;
export type Effect = EffectData;
export type Outcome = OutcomeData;

/** A legal move: its text is what is sent back, the rest says where to click for it. */
export interface MoveData {
  text: string;
  kind: string;
  piece?: string;
  from?: string | string[];
  to?: string;
}

/** What every position view has in common; each board knows the rest of its own. */
export interface View {
  game: string;
  text: string;
  to_move: Seat | null;
  turn_is_open?: boolean;
  outcome: Outcome | null;
  [more: string]: any;
}

/** What every board component is given. */
export interface BoardProps {
  view: View;
  /** The moves the person at this screen may make now. */
  moves: MoveData[];
  /** The effects of the last move, to be shown in order and marked. */
  last: Effect[];
  /** Which seat sits at the bottom. */
  bottom: Seat;
  /** What the considered move would do. */
  preview: Effect[] | null;
  /** The move that is being looked at. */
  considered: MoveData | null;
  /** The piece taken in hand: a kind, or a bug's name. */
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
  view: View;
  seat: Seat;
  /** The legal moves when this seat decides at this screen, else none. */
  moves: MoveData[];
  picked?: string | null;
}

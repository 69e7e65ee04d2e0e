// Written by `python -m boohive.server.protocol` from src/boohive/server/messages.py: change it there.
// Every message on the wire, one struct each. docs/protocol.md and web/src/lib/messages.ts are written from this file.
//
// One WebSocket at ``/ws`` serves any number of tables. OfferKind a page sends has a ``type`` and names its table; what comes
// back has a ``type`` too. A page holds one number per table, ``seq``: it applies ``acted`` only when its ``seq`` is one
// more than the number it holds, and otherwise sends ``resume``. Times called ``now`` and ``at`` are milliseconds since
// 1970 by the server's clock unless a field says otherwise.

export const PRESETS = ["hello", "good luck", "well played", "thanks", "oops", "thinking", "one more?", "goodbye", "boo!", "wow"] as const;

export type FromClient =
  | Act
  | Watch
  | Resume
  | Unwatch
  | Preview
  | Ping
  | Echo;

export type FromServer =
  | State
  | Acted
  | Refused
  | Previewed
  | Clock
  | Presence
  | Soon
  | Pong
  | Probe
  | Resync;

export type ClientAction =
  | Play
  | Resign
  | Offer
  | Answer
  | ClaimDraw
  | Chat
  | Start
  | SeatLeft
  | Rename
  | Abandon;

export type Did =
  | Play
  | Resign
  | Offer
  | Answer
  | ClaimDraw
  | Chat
  | Start
  | SeatLeft
  | Rename
  | Abandon
  | ClaimReceived
  | ClaimsDiscarded
  | Timeout
  | AssistanceUsed
  | RematchCreated
  | Pause
  | ClosedByAdmin
  | Mute
  | Kick
  | SatDown
  | Opened;

export type ClockSetting =
  | NoClock
  | RealTimeClock
  | CorrespondenceClock;

export type RefusalCode =
  | "bad_message"
  | "unknown_table"
  | "not_your_seat"
  | "not_your_turn"
  | "illegal_move"
  | "not_now"
  | "stale"
  | "too_early"
  | "too_often"
  | "too_large"
  | "muted"
  | "private"
  | "full"
  | "unknown_code"
  | "unknown_game"
  | "bad_option"
  | "newer_format"
  | "no_engine"
  | "busy"
  | "try_again";

export type OfferKind =
  | "draw"
  | "takeback"
  | "rematch";

/** Do something at a table. Answered with ``acted`` (to everybody) or ``refused`` (to you). Safe to send again. */
export interface Act {
  type: "act";
  table: string;
  /** Made by you, never used before for this seat. Sending the same id again returns the first answer. */
  id: string;
  /** The number you hold: what you saw when you decided. */
  seq: number;
  do: ClientAction;
  /** Which of your seats acts; needed only when you hold several. */
  seat?: number | null;
  /** The seat's secret, when this socket has not shown it before. */
  token?: string | null;
}

/** Follow a table from now on. Answered with ``state``. */
export interface Watch {
  type: "watch";
  table: string;
  /** Secrets of the seats you hold; without any you are a spectator. Your cookie counts too. */
  tokens?: string[];
}

/** Follow a table again after a gap. Answered with the ``acted`` messages you missed, or with ``state``. */
export interface Resume {
  type: "resume";
  table: string;
  /** The number you hold. */
  seq: number;
  tokens?: string[];
}

/** Stop following a table. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}

/** OfferKind would a move do? Answered with ``previewed``. Name moves, or what all of them have in common. */
export interface Preview {
  type: "preview";
  table: string;
  /** Comes back in the answer. */
  id: string;
  /** These moves by their text. */
  moves?: string[];
  /** All legal moves of this piece (the ``piece`` of the legal moves) ... */
  piece?: string | null;
  /** ... and from here (their ``from``) ... */
  start?: string | null;
  /** ... and to there (their ``to``). */
  end?: string | null;
}

/** Are you there, and what time is it? Answered with ``pong``. */
export interface Ping {
  type: "ping";
  /** Your own clock, in any unit; comes back unchanged. */
  at?: number;
}

/** The answer to ``probe``, to be sent at once. */
export interface Echo {
  type: "echo";
  n: number;
}

/** A move, or in a race any event of the game, in the game's notation. A client sends ``text`` and ``reported_ms``. */
export interface Play {
  kind: "play";
  text: string;
  /** In a race: milliseconds from the moment the page painted the news to the press, by the page's own clock. */
  reported_ms?: number | null;
  /** Milliseconds since the game began; written by the server. */
  game_ms?: number | null;
  /** What the move took from its seat's clock; written by the server. */
  clock_ms?: number | null;
  /** The time by which a claim that now enters the game was ranked; written by the server. */
  corrected_ms?: number | null;
  /** The moment from which this turn was timed: when its start was sent; written by the server. */
  turn_from_ms?: number | null;
  /** The moment before which nobody may be shown this event and what follows from it; written by the server. */
  reveal_at?: number | null;
}

/** Give the game up. */
export interface Resign {
  kind: "resign";
}

/** Ask the others for a draw, to take the last move back, or for another game. */
export interface Offer {
  kind: "offer";
  what: OfferKind;
}

/** Say yes or no to an offer; the one who made it withdraws it with no. */
export interface Answer {
  kind: "answer";
  what: OfferKind;
  yes: boolean;
}

/** Claim a draw because the position stands for the third time; only the seat to move can. */
export interface ClaimDraw {
  kind: "claim_draw";
}

/** Say something: one of the quick phrases, or words of one's own. */
export interface Chat {
  kind: "chat";
  text?: string;
  /** The name of a quick phrase, which every page shows in its own language. */
  phrase?: "hello" | "good luck" | "well played" | "thanks" | "oops" | "thinking" | "one more?" | "goodbye" | "boo!" | "wow" | null;
}

/** Begin, with the seats that are taken. A table that is full begins by itself. */
export interface Start {
  kind: "start";
  /** Which seat of the waiting table sits first, second...; written by the server. */
  order?: number[] | null;
}

/** Get up from a seat before the game has begun. */
export interface SeatLeft {
  kind: "seat_left";
}

/** Be called something else. */
export interface Rename {
  kind: "rename";
  name: string;
}

/** End the game without a result: before it has properly begun, alone, or when nobody has moved for a week. */
export interface Abandon {
  kind: "abandon";
}

/** A table as it stands, complete: forget what you knew of it. */
export interface State {
  type: "state";
  table: string;
  /** The number you hold from now on. */
  seq: number;
  now: number;
  game: string;
  title: string;
  options: Record<string, boolean | number | string>;
  clock: ClockSetting;
  strict: boolean;
  listed: boolean;
  /** The room code, for those at the table while it waits for players. */
  code: string | null;
  scene: Scene;
  /** OfferKind the last event did. */
  effects: EffectData[];
  /** Every event of the game so far, without those taken back. */
  history: EventData[];
  /** The text of the position before the first of them. */
  start: string;
  chat: ChatData[];
  watchers: number;
}

/** Something happened at a table, and it is on disk. */
export interface Acted {
  type: "acted";
  table: string;
  /** Apply it when you hold ``seq - 1``; ignore it when you hold as much or more; otherwise send ``resume``. */
  seq: number;
  now: number;
  /** ServerMillis it happened. */
  at: number;
  /** The ``id`` of the ``act`` that did it. */
  id: string;
  seat: number | null;
  did: Did;
  /** OfferKind it did on the board, in order; show them, then the scene. */
  effects: EffectData[];
  scene: Scene;
  /** OfferKind was said, if something was. */
  chat?: ChatData | null;
  /** How many events were taken back: drop as many from the end of the history. */
  taken_back?: number;
  /** In a race: show it at this moment of the server's clock, and measure ``elapsed`` from the paint on. */
  show_at?: number | null;
  /** Whether this is the answer to a resend of something that had been done before. */
  again?: boolean;
}

/** OfferKind you sent was not done. */
export interface Refused {
  type: "refused";
  code: RefusalCode;
  /** OfferKind is wrong, then what would be right. */
  reason: string;
  table?: string | null;
  /** The ``id`` of what was refused. */
  id?: string | null;
  /** The number the table is at; send ``resume`` when yours is smaller. */
  seq?: number | null;
  /** Milliseconds to wait before you try again. */
  wait?: number | null;
}

/** OfferKind the moves you asked about would do. */
export interface Previewed {
  type: "previewed";
  table: string;
  id: string;
  /** The number of the table it holds for. */
  seq: number;
  /** By the move's text. */
  effects: Record<string, EffectData[]>;
}

/** The clocks anew: after a pause, or when a page asks for nothing else for a while. */
export interface Clock {
  type: "clock";
  table: string;
  now: number;
  clocks: ClockData[];
  game_time?: number | null;
}

/** Who is connected. */
export interface Presence {
  type: "presence";
  table: string;
  /** For each seat. */
  here: boolean[];
  watchers: number;
}

/** In a race: something will be shown to all at the same moment. Get ready; what it is comes just before. */
export interface Soon {
  type: "soon";
  table: string;
  now: number;
  show_at: number;
}

/** The answer to ``ping``. */
export interface Pong {
  type: "pong";
  at: number;
  now: number;
}

/** The server measures the round trip; answer with ``echo`` at once. */
export interface Probe {
  type: "probe";
  n: number;
}

/** You read too slowly and messages were left out: send ``resume`` for this table. */
export interface Resync {
  type: "resync";
  table: string;
}

/** In a race: a claim has come in and waits, with others that may be under way, to be ranked. */
export interface ClaimReceived {
  kind: "claim_received";
  claim: Claim;
}

/** In a race: none of the waiting claims counted any more; they are put aside. */
export interface ClaimsDiscarded {
  kind: "claims_discarded";
}

/** A seat's time is up. */
export interface Timeout {
  kind: "timeout";
  /** The moment from which the turn was timed, where its start was sent later than its entry says. */
  turn_from_ms?: number | null;
}

/** A seat has asked the computer for help in this game. */
export interface AssistanceUsed {
  kind: "assistance_used";
  seat: number;
}

/** The rematch is at another table. */
export interface RematchCreated {
  kind: "rematch_created";
  table: string;
}

/** No server was there for a while; nobody is charged for it. */
export interface Pause {
  kind: "pause";
  /** How long. */
  length_ms: number;
  /** Up to when that has been counted. */
  until_ms: number;
}

/** The administrator of the server closes the table. */
export interface ClosedByAdmin {
  kind: "closed_by_admin";
  reason?: string;
}

/** A seat's words are not shown any more. */
export interface Mute {
  kind: "mute";
  seat: number;
  on?: boolean;
}

/** A seat is taken from its player. */
export interface Kick {
  kind: "kick";
  seat: number;
}

/** Somebody has taken a seat. */
export interface SatDown {
  kind: "seat_taken";
  seat: number;
  name: string;
  occupant: "person" | "bot";
}

/** The table was set up. */
export interface Opened {
  kind: "table_created";
}

/** Everything at a table that an action can change, as this page may see it. It replaces the scene before it. */
export interface Scene {
  status: "waiting" | "playing" | "over";
  seats: SeatData[];
  /** The seats that this page may act for; several in hot seat, none for a spectator. */
  you: number[];
  /** Whether this page may start the table. */
  host: boolean;
  /** The seats that may act now: one in a turn game, any number in a race. */
  acting: number[];
  /** The position's ``view`` for this page: what lies where. Nothing a seat may not know is in it. */
  position: Record<string, unknown>;
  /** The legal moves, when one of your seats is to move; empty otherwise and in a race. */
  legal: MoveData[];
  /** The last event of the game. */
  last: EventData | null;
  /** How many events the game has had. */
  moves: number;
  /** One per seat, in order. */
  clocks: ClockData[];
  offers: OfferData[];
  /** How it ended; ``None`` while it goes on. */
  outcome: OutcomeData | null;
  /** In a race: milliseconds since the game began at the message's ``now``. */
  game_time: number | null;
  /** In a race: when (milliseconds since the game began) something happens by itself, such as a cool-down that ends. */
  due: number | null;
  /** In a race: the claims of the ranking under way or just made. */
  claims: Claim[];
  /** The table of the rematch. */
  next?: string | null;
  /** Whether taking back is possible here at all (not in strict play, not before the first move). */
  can_takeback?: boolean;
}

/** A seat at the table. */
export interface SeatData {
  seat: number;
  name: string;
  occupant: "open" | "person" | "bot";
  /** How strong the bot is, 1 to 8. */
  level?: number | null;
  /** Whether a page of theirs is connected; bots always are. */
  here?: boolean;
  muted?: boolean;
}

/** A legal move. Games may add fields of their own. */
export interface MoveData {
  /** OfferKind to send to play it. */
  text: string;
  /** Such as ``place``, ``move``, ``row``. */
  kind: string;
  piece?: string | null;
  /** Where the piece stands now, or the list of spaces a choice is about. */
  from?: unknown;
  /** Where it goes. */
  to?: unknown;
  [more: string]: unknown;
}

/** One visible consequence of an event, to be shown in the order of the list. Fields that say nothing are left out. */
export interface EffectData {
  /** A rulebook word: placed, booped, fell, graduated, returned, won... */
  kind: string;
  /** Whose piece it happens to, or who won. */
  seat?: number | null;
  piece?: string | null;
  /** Where it was; left out when it came from the pool or hand. */
  start?: string | null;
  /** Where it is now; left out when it left the board. */
  end?: string | null;
  /** OfferKind did it, where that is not plain. */
  by?: string | null;
  /** OfferKind it passed on the way. */
  over?: string[] | null;
  note?: string | null;
}

/** One event of the game. */
export interface EventData {
  /** ``None`` when nobody did it. */
  seat: number | null;
  text: string;
  /** Milliseconds since the game began, where it is known. */
  at?: number | null;
}

/** How the game ended. */
export interface OutcomeData {
  /** ``None`` for a draw, a shared victory or no result. */
  winner: number | null;
  /** In the rulebook's words, or ``resigned``, ``time ran out``, ``agreed``, ``abandoned``. */
  reason: string;
}

/** A seat's clock at the moment of the message's ``now``. */
export interface ClockData {
  /** Milliseconds left; ``None`` without a clock. */
  left: number | null;
  /** Whether it runs down: show ``left - (server's now - message's now)``. */
  running?: boolean;
  /** Milliseconds that pass before it runs down (delay). */
  free?: number;
}

/** An offer that waits for answers. */
export interface OfferData {
  what: OfferKind;
  /** The seat that made it. */
  by: number;
  /** The seats that still have to answer. */
  waiting: number[];
}

/** Something said. Show it as text and nothing else. */
export interface ChatData {
  at: number;
  seat: number | null;
  name: string;
  text?: string;
  /** One of the quick phrases; then ``text`` is empty. */
  phrase?: "hello" | "good luck" | "well played" | "thanks" | "oops" | "thinking" | "one more?" | "goodbye" | "boo!" | "wow" | null;
}

/** A claim to have been first: the same in the log, at the table and on the wire. */
export interface Claim {
  seat: number;
  /** The contested event in the game's notation. */
  text: string;
  /** The time from the reveal to the press as the page reported it. */
  reported_ms: number;
  /** The time it is ranked by; where it differs from ``reported_ms`` the server could not verify the report. */
  corrected_ms: number;
  /** What it took of its seat's allowance for times that cannot be verified. */
  allowance_used_ms?: number;
  /** The seat's round trip as the server measured it. */
  rtt_ms?: number;
  /** When it arrived, in milliseconds since the game began. */
  game_ms: number;
  /** How long after its arrival the ranking is made at the earliest. */
  window_ms: number;
  /** 1 for the first; ``None`` while claims are still awaited. */
  rank?: number | null;
  /** Whether it was as good as simultaneous with the best; then the table's seed decided. */
  tied?: boolean;
}

/** Take your time. */
export interface NoClock {
  kind: "none";
}

/** So much time for the whole game. A seat's first turn is free. */
export interface RealTimeClock {
  kind: "real_time";
  /** Milliseconds for each seat. */
  initial_ms: number;
  /** Milliseconds added after each turn. */
  increment_ms?: number;
  /** Milliseconds of each turn that are free. */
  delay_ms?: number;
}

/** So much time for each turn. */
export interface CorrespondenceClock {
  kind: "correspondence";
  /** Milliseconds for each turn. */
  per_move_ms: number;
}

/** ``GET /api/games``: the games, and what a page needs to know of the server. */
export interface Shelf {
  games: GameInfo[];
  /** The ready phrases of the chat. */
  presets: string[];
  version: string;
}

/** A game on the shelf. */
export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  /** How many can play. */
  seats: number[];
  options: OptionInfo[];
  presets: PresetInfo[];
  /** How strong bots can be; empty when there are none. */
  levels: number[];
  /** Whether several seats act at once. */
  race: boolean;
  /** Whether hints and analysis can be asked for. */
  hints: boolean;
}

/** One thing that may be agreed on. */
export interface OptionInfo {
  name: string;
  /** OfferKind people who sit down to play expect. */
  default: boolean | number | string;
  help: string;
  choices?: string[];
  least?: number | null;
  most?: number | null;
}

/** Options that players know by one name. */
export interface PresetInfo {
  name: string;
  options: Record<string, boolean | number | string>;
  help: string;
}

/** ``POST /api/tables``: set up a table. Answered with ``Joined``. */
export interface CreateTable {
  game: string;
  /** In the order in which they sit; the first one begins. */
  seats: WantedSeat[];
  /** Options that go together, by the name the game has for them; the rulebook's if nothing is said. */
  preset?: string | null;
  /** Only what differs from that. */
  options?: Record<string, boolean | number | string>;
  clock?: ClockSetting;
  /** Draw lots for who begins. */
  shuffle?: boolean;
  /** Let strangers find it. */
  listed?: boolean;
  strict?: boolean;
  /** Begin here instead of at the ordinary start. */
  position?: string | null;
  /** Go on with this game (its options and moves count). */
  record?: string | null;
}

/** Who is to sit on a seat of a new table. */
export interface WantedSeat {
  player: "me" | "open" | "bot";
  /** For a bot: 1 (a child wins) to 8. */
  level?: number | null;
  /** For ``me``; several seats of mine are a hot seat. */
  name?: string | null;
}

/** ``POST /api/tables/{table}/join``: take an open seat. Answered with ``Joined``. */
export interface JoinTable {
  name?: string | null;
  /** Which one; the first open one if you do not mind. */
  seat?: number | null;
}

/** ``POST /api/join``: take an open seat by the five-letter room code. Answered with ``Joined``. */
export interface JoinByCode {
  code: string;
  name?: string | null;
}

/** ``POST /api/match``: sit down with whoever waits for the same game, or wait yourself. Answered with ``Joined``. */
export interface QuickMatch {
  game: string;
  clock?: ClockSetting;
  name?: string | null;
}

/** You have a seat (or several). */
export interface Joined {
  table: string;
  tokens: SeatToken[];
  /** The room code others can join by, while seats are open. */
  code?: string | null;
  /** The page of the table: safe to give to anybody, it lets them join an open seat or watch. */
  link?: string;
}

/** The secret of one of your seats. Whoever has it may act for the seat. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** ``GET /api/tables``: the listed tables, those that wait first. */
export interface OpenTables {
  tables: OpenTable[];
}

/** A table that waits for players, or can be watched. */
export interface OpenTable {
  table: string;
  game: string;
  title: string;
  seats: SeatData[];
  clock: ClockSetting;
  options: Record<string, boolean | number | string>;
  strict: boolean;
  status: "waiting" | "playing" | "over";
  created: number;
}

/** ``POST /api/tables/{table}/act``: the same as ``act`` for clients without a socket. Answered with ``acted``. */
export interface DoByHttp {
  id: string;
  seq: number;
  do: ClientAction;
  seat?: number | null;
  token?: string | null;
}

/** ``POST /api/look``: a position without a table, for lessons, replays and shared links. Answered with ``Look``. */
export interface LookRequest {
  game: string;
  options?: Record<string, boolean | number | string>;
  /** Where to begin; the ordinary start if not told. */
  position?: string | null;
  /** Moves to play from there; in a race events of whoever may act, all at the position's own time. */
  moves?: string[];
  /** Moves whose effects are wanted. */
  preview?: string[];
  /** All legal moves of this piece, as in ``preview`` ... */
  piece?: string | null;
  /** ... from here. */
  start?: string | null;
}

/** A position without a table. */
export interface Look {
  game: string;
  /** The position's text; a link can carry it. */
  text: string;
  position: Record<string, unknown>;
  legal: MoveData[];
  /** OfferKind the last move did. */
  effects: EffectData[];
  previews: Record<string, EffectData[]>;
  outcome: OutcomeData | null;
}

/** ``POST /api/records``: read a record (of Hive a GameString, PGN or SGF too). Answered with ``Replay``. */
export interface ReadRecord {
  record: string;
}

/** A whole game. ``GET /api/tables/{table}/replay`` gives that of a table. */
export interface Replay {
  game: string;
  title: string;
  options: Record<string, boolean | number | string>;
  /** The players' names, where they were told. */
  seats: string[];
  start: string;
  /** The position before the first event. */
  position: Record<string, unknown>;
  steps: ReplayStep[];
  outcome: OutcomeData | null;
  /** The record as text. */
  record: string;
  /** The same for other programs, by name: of Hive ``uhp`` (a GameString) and ``pgn``. */
  forms?: Record<string, string>;
}

/** One event of a record and what it led to. */
export interface ReplayStep {
  event: EventData;
  effects: EffectData[];
  position: Record<string, unknown>;
  /** The position's text. */
  text: string;
}

/** ``POST /api/analyse``: what the engine thinks of a position. Answered with ``Analysis``. */
export interface AnalyseRequest {
  game: string;
  options?: Record<string, boolean | number | string>;
  position?: string | null;
  moves?: string[];
  millis?: number;
  lines?: number;
}

/** OfferKind the engine thinks. */
export interface Analysis {
  lines: AnalysedLine[];
  depth?: number;
  nodes?: number;
  words?: string;
}

/** One line of play. */
export interface AnalysedLine {
  moves: string[];
  /** From the view of the seat to move; larger is better for it. */
  score: number;
  /** The chance of winning of the seat to move, 0 to 1. */
  chance: number;
  words?: string;
}

/** ``POST /api/tables/{table}/hint``: a hint for the seat to move; not in strict play. Answered with ``Hint``. */
export interface HintRequest {
  /** How much to tell. */
  how?: "area" | "piece" | "move";
  token?: string | null;
}

/** A hint. */
export interface Hint {
  words: string;
  move?: string | null;
  piece?: string | null;
  /** Spaces to look at. */
  area?: string[];
}

/** ``GET /api/me``: who this browser is, and its games. */
export interface Me {
  name: string;
  tables: MyTable[];
}

/** One of my games. */
export interface MyTable {
  table: string;
  game: string;
  title: string;
  seats: SeatData[];
  you: number[];
  status: "waiting" | "playing" | "over";
  your_turn: boolean;
  outcome: OutcomeData | null;
  touched: number;
}

/** ``PUT /api/me``: be called something. Answered with ``Me``. */
export interface SetMe {
  name: string;
}

/** ``POST /api/me/link``: a link that opens my games on another device. Keep it to yourself. */
export interface PersonalLink {
  link: string;
}

/** ``GET /api/health``: whether the server can store and read. */
export interface Health {
  ok: boolean;
  version: string;
  store: string;
  /** Tables in this process's memory. */
  tables: number;
  sockets: number;
}

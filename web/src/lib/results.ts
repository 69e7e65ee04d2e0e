// A game in a list, in words: against whom, and how it stands or ended.
import { listed, m } from "$m";
import type { MyTable, SeatData } from "./messages";
import { occupantName } from "./occupants";
import { overWords, personAt, sideOf } from "./words";

/** Who sits there: the computer, a name, else the colour; a seat that is free says so. */
const seatName = (game: string, seat: SeatData): string => occupantName(seat) || (seat.occupant === "empty" ? m.nobody_yet() : sideOf(game, seat.seat).name);

const personal = (table: MyTable) => (seat: number) => personAt(table.seats[seat], sideOf(table.game, seat), table.your_seats.length === 1 && table.your_seats[0] === seat);

/** Whom I play: nobody else on one screen. */
export function opponents(table: MyTable): string {
  const others = table.seats.filter(({ seat }) => !table.your_seats.includes(seat));
  return others.length ? m.against({ names: listed(others.map((seat) => seatName(table.game, seat))) }) : m.with_same();
}

/** How it ended, or what it waits for. */
export function standing(table: MyTable): string {
  if (table.status === "waiting") return m.still_waiting();
  if (table.outcome) return table.seats.length === 2 ? overWords(table.outcome, personal(table), table.your_seats.length === 1 ? table.your_seats[0]! : null) : m.list_over();
  return table.your_turn && table.your_seats.length === 1 ? m.your_turn() : m.list_running();
}

// Who sits at a table, in words.
import { m } from "$m";
import type { SeatData } from "./messages";

/** The computer by its level, a person by name; "" for a person without one and for an empty seat. */
export const occupantName = (seat: Pick<SeatData, "name" | "occupant" | "level"> | undefined): string =>
  seat?.occupant === "bot" ? m.computer_level({ level: seat.level ?? 1 }) : (seat?.name ?? "");

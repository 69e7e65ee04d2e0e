// The pictures of the castle and their names: fifteen visitors, six shields for the rows, six portraits for the columns.
import art from "$games/booo/art.svg?url";
import { m } from "$m";

export type PictureKind = "visitor" | "shield" | "portrait";

/** Where a picture is: visitors "1" to "15", shields "1" to "6", portraits "a" to "f". */
export const pictureOf = (kind: PictureKind, name: string): string => `${art}#${kind}-${name}`;

const VISITORS = [m.visitor_1, m.visitor_2, m.visitor_3, m.visitor_4, m.visitor_5, m.visitor_6, m.visitor_7, m.visitor_8, m.visitor_9, m.visitor_10, m.visitor_11, m.visitor_12, m.visitor_13, m.visitor_14, m.visitor_15];

/** Who the visitor with this number is. */
export const visitorName = (number: number): string => VISITORS[(number - 1) % VISITORS.length]?.() ?? "";

const ROWS = [m.row_1, m.row_2, m.row_3, m.row_4, m.row_5, m.row_6];
const COLUMNS = [m.column_a, m.column_b, m.column_c, m.column_d, m.column_e, m.column_f];

/** A room by the shield of its row and the portrait of its column: "the lion's row, the lady's column". */
export const roomPlace = (room: string): string => [ROWS[Number(room[1]) - 1]?.(), COLUMNS["abcdef".indexOf(room[0] ?? "")]?.()].filter(Boolean).join(", ");

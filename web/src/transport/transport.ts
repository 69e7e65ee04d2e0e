// How messages travel between this page and whoever keeps the tables. A server is reached by a WebSocket (remote.ts);
// anything that answers the same messages can stand in for it.
import type { FromClient, FromServer } from "$lib/messages";

export type Status = "opening" | "open" | "closed";

export interface Listener {
  message(message: FromServer): void;
  /** Said at once when somebody begins to listen, then at every change. */
  status(status: Status): void;
  /** The longest time in milliseconds until a loss of the connection has to be looked for again. */
  pace?(): number;
}

export interface Transport {
  /** False when the connection is not open: then nothing was sent. */
  send(message: FromClient): boolean;
  /** Returns what ends it. The connection lasts as long as somebody listens. */
  listen(listener: Listener): () => void;
  /** The page is shown again, the device has a network again, somebody wants to try now. */
  wake(): void;
  /** The server's clock, in milliseconds since 1970. */
  now(): number;
}

// The server's clock as this page knows it: the page's own steady clock and the difference, measured by pings.

const KEPT = 8;

export class ServerClock {
  #offset = Date.now() - performance.now();
  #measured: { trip: number; offset: number }[] = [];

  now(): number {
    return performance.now() + this.#offset;
  }

  /** The server's first word: better than nothing, worse than a measured trip. */
  begin(server: number): void {
    if (!this.#measured.length) this.#offset = server - performance.now();
  }

  /** A ping sent at this moment of `performance.now()` was answered at this moment of the server. */
  measure(sent: number, server: number): void {
    const now = performance.now();
    const trip = now - sent;
    this.#measured = [...this.#measured, { trip, offset: server - (now - trip / 2) }].slice(-KEPT);
    // The quickest of the last answers says it best; clocks drift, so older ones do not count.
    this.#offset = this.#measured.reduce((best, each) => (each.trip < best.trip ? each : best)).offset;
  }

  /** After sleep or a loss the old measurements may be wrong. */
  forget(): void {
    this.#measured = [];
  }
}

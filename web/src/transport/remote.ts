// The connection to a server: one WebSocket for the whole page, which comes back by itself.
import { PROTOCOL, type FromClient, type FromServer } from "$lib/messages";
import { ServerClock } from "./clock";
import type { Listener, Status, Transport } from "./transport";

const BEAT = 250;
/** A ping that is not answered for so long means that the connection is lost. */
const SILENCE = 1500;
/** How long opening may take, up to the server's first word. */
const OPENING = 4000;
const RETRY_AFTER = [0, 400, 1000, 2000, 3000];
/** A connection that ended sooner does not count as a good one: the next try waits longer. */
const GOOD_AFTER = 5000;
/** Between two tables nobody listens for a moment. */
const LINGER = 1000;
const SELDOM = 15_000;

class Remote implements Transport {
  #listeners = new Set<Listener>();
  #status: Status = "closed";
  #socket: WebSocket | null = null;
  #clock = new ServerClock();
  #tries = 0;
  #began = 0;
  #pinged = 0;
  /** When the ping was sent that is still unanswered. */
  #unanswered: number | null = null;
  #lastBeat = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    /** The server speaks another version of the protocol. */
    private readonly onforeign: () => void,
  ) {}

  send(message: FromClient): boolean {
    if (this.#status !== "open" || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  listen(listener: Listener): () => void {
    clearTimeout(this.#ending);
    this.#listeners.add(listener);
    if (!this.#timer) this.#start();
    listener.status(this.#status);
    return () => {
      this.#listeners.delete(listener);
      if (!this.#listeners.size) this.#ending = setTimeout(() => this.#end(), LINGER);
    };
  }

  wake(): void {
    if (!this.#timer) return;
    this.#clock.forget();
    if (this.#status === "open") this.#ping();
    else if (this.#status === "closed") this.#connect();
  }

  now(): number {
    return this.#clock.now();
  }

  #start(): void {
    this.#lastBeat = performance.now();
    this.#timer = setInterval(() => this.#beat(), BEAT);
    for (const event of ["online", "pageshow"]) window.addEventListener(event, this.#woken);
    window.addEventListener("offline", this.#gone);
    document.addEventListener("visibilitychange", this.#woken);
    this.#connect();
  }

  #end(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    this.#timer = undefined;
    for (const event of ["online", "pageshow"]) window.removeEventListener(event, this.#woken);
    window.removeEventListener("offline", this.#gone);
    document.removeEventListener("visibilitychange", this.#woken);
    hangUp(this.#socket);
    this.#socket = null;
    this.#tries = 0;
    this.#say("closed");
  }

  #woken = (): void => {
    if (!document.hidden) this.wake();
  };

  /** The device says that it has no network; where that is not true (a server on the same device) it is back at once. */
  #gone = (): void => {
    if (this.#socket) this.#drop();
  };

  #say(status: Status): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of [...this.#listeners]) listener.status(status);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#began = performance.now();
    this.#unanswered = null;
    this.#say("opening");
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = () => socket === this.#socket && this.#drop();
  }

  #drop(): void {
    const old = this.#socket;
    this.#socket = null;
    hangUp(old);
    this.#clock.forget();
    if (this.#status === "open" && performance.now() - this.#began > GOOD_AFTER) this.#tries = 0;
    this.#say("closed");
    const wait = RETRY_AFTER[Math.min(this.#tries++, RETRY_AFTER.length - 1)]!;
    // Not all pages at the same moment, when it was the server that went away.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  #beat(): void {
    const now = performance.now();
    // Browsers slow the timers of hidden pages down, and devices sleep: then the answer may lie there unread.
    const late = now - this.#lastBeat > 4 * BEAT;
    this.#lastBeat = now;
    if (this.#status === "opening" && now - this.#began > OPENING) this.#drop();
    if (this.#status !== "open") return;
    if (this.#unanswered !== null && !late) {
      if (now - this.#unanswered > SILENCE) this.#drop();
    } else if (late || now - this.#pinged >= this.#pace()) this.#ping();
  }

  #pace(): number {
    return document.hidden ? SELDOM : Math.min(SELDOM, ...[...this.#listeners].map((listener) => listener.pace?.() ?? SELDOM));
  }

  #ping(): void {
    this.#pinged = this.#unanswered = performance.now();
    this.send({ type: "ping", client_time: this.#pinged });
  }

  #hear(message: FromServer): void {
    this.#unanswered = null;
    switch (message.type) {
      case "hello":
        this.#clock.begin(message.server_ms);
        if (message.protocol !== PROTOCOL) this.onforeign();
        return this.#say("open");
      case "pong":
        return this.#clock.measure(message.client_time, message.server_ms);
      case "latency_probe":
        return void this.send({ type: "latency_echo", n: message.n });
      default:
        for (const listener of [...this.#listeners]) listener.message(message);
    }
  }
}

/** Close a socket; one that is still connecting as soon as it has. */
function hangUp(socket: WebSocket | null): void {
  if (!socket) return;
  socket.onmessage = socket.onclose = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

export const remote = (url: string, onforeign: () => void): Transport => new Remote(url, onforeign);

// A table as this page follows it: one WebSocket, one number (seq), silent recovery after a loss.
import { tokensOf } from "./seats.svelte";
import type { Acted, ChatData, ClientAction, EffectData, EventData, FromClient, FromServer, Previewed, Refused, Scene, State } from "./messages";

type Link = "connecting" | "open" | "lost";

/** A loss is told within three seconds: the longest silence, one beat, and the page's own moment of patience. */
const BEAT = 500;
const SILENCE = 2000;
const RETRY_AFTER = [0, 400, 1000, 2000, 3000];

export class Table {
  state: State | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  effects: EffectData[] = $state.raw([]);
  history: EventData[] = $state.raw([]);
  chat: ChatData[] = $state.raw([]);
  watchers = $state(0);
  link: Link = $state("connecting");
  refused: Refused | null = $state.raw(null);
  /** Server's clock minus ours, in milliseconds. */
  offset = $state(0);
  /** When the scene's clocks were true, by our clock. */
  sceneAt = $state(0);
  /** In a race: when something will be shown to all, by our clock. */
  showAt: number | null = $state(null);
  seq = 0;
  missing = $state(false);

  #socket: WebSocket | null = null;
  #heard = 0;
  /** When this connection was begun. */
  #since = 0;
  #tries = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<string, FromClient>();
  #previews = new Map<string, (answer: Previewed | null) => void>();
  #bestTrip = Infinity;
  #later: ReturnType<typeof setTimeout>[] = [];
  #closed = false;
  #listeners = new Set<(acted: Acted) => void>();

  constructor(readonly id: string) {
    this.#connect();
    this.#timer = setInterval(() => this.#beat(), BEAT);
    window.addEventListener("online", this.#now);
    window.addEventListener("offline", this.#gone);
    document.addEventListener("visibilitychange", this.#now);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    this.#later.forEach(clearTimeout);
    window.removeEventListener("online", this.#now);
    window.removeEventListener("offline", this.#gone);
    document.removeEventListener("visibilitychange", this.#now);
    hangUp(this.#socket);
  }

  /** Be told of everything that happens, after the table shows it. */
  listen(listener: (acted: Acted) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Do something. It is sent again after a loss; the server does it once. */
  act(deed: ClientAction, seat?: number): string {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const message: FromClient = { type: "act", table: this.id, id, seq: this.seq, do: deed, ...(seat === undefined ? {} : { seat }) };
    this.refused = null;
    this.#waiting.set(id, message);
    this.#send(message);
    return id;
  }

  /** What a move would do, or null when the position has moved on. */
  preview(wish: { moves?: string[]; piece?: string; start?: string; end?: string }): Promise<Previewed | null> {
    const id = `p${Math.random().toString(36).slice(2)}`;
    return new Promise((resolve) => {
      this.#previews.set(id, resolve);
      this.#send({ type: "preview", table: this.id, id, ...wish });
      setTimeout(() => this.#answerPreview(id, null), 5000);
    });
  }

  /** The server's clock. */
  now = (): number => Date.now() + this.offset;

  /** Come back at once. */
  reconnect(): void {
    this.#tries = 0;
    this.#drop();
  }

  #now = (): void => {
    if (!document.hidden && this.link === "lost") this.reconnect();
  };

  /** The device itself says that it has no network. */
  #gone = (): void => {
    if (this.#socket) this.#drop();
  };

  #connect(): void {
    if (this.#closed) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    this.#heard = this.#since = performance.now();
    socket.onopen = () => {
      const tokens = tokensOf(this.id);
      socket.send(JSON.stringify(this.seq ? { type: "resume", table: this.id, seq: this.seq, tokens } : { type: "watch", table: this.id, tokens }));
      for (const message of this.#waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = () => socket === this.#socket && this.#drop();
  }

  #drop(): void {
    const old = this.#socket;
    this.#socket = null;
    hangUp(old);
    if (this.#closed) return;
    this.link = "lost";
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), RETRY_AFTER[Math.min(this.#tries++, RETRY_AFTER.length - 1)]);
  }

  #beat(): void {
    if (!this.#socket) return;
    const now = performance.now();
    // Pongs alone are not enough: a table that is not told either asks anew.
    if (now - this.#heard > SILENCE || (this.link !== "open" && now - this.#since > 2 * SILENCE)) this.#drop();
    else this.#send({ type: "ping", at: performance.now() });
  }

  #send(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: FromServer): void {
    this.#heard = performance.now();
    switch (message.type) {
      case "pong": return this.#measure(message.at, message.now);
      case "probe": return this.#send({ type: "echo", n: message.n });
      case "state": return this.#begin(message);
      case "acted": return this.#apply(message);
      case "refused": return this.#refuse(message);
      case "previewed": return this.#answerPreview(message.id, message);
      case "presence": return this.#presence(message.here, message.watchers);
      case "soon": this.showAt = message.show_at - this.offset; return;
      case "clock":
        if (this.scene) this.scene = { ...this.scene, clocks: message.clocks, game_time: message.game_time ?? this.scene.game_time };
        this.sceneAt = message.now - this.offset;
        return;
      case "resync": return this.#send({ type: "resume", table: this.id, seq: this.seq, tokens: tokensOf(this.id) });
    }
  }

  #measure(sent: number, now: number): void {
    const trip = performance.now() - sent;
    // The quickest answer tells the server's clock best; forget it slowly, clocks drift.
    if (trip <= this.#bestTrip) {
      this.#bestTrip = trip;
      this.offset = now - (Date.now() - trip / 2);
    } else this.#bestTrip *= 1.02;
  }

  #opened(): void {
    this.link = "open";
    this.#tries = 0;
  }

  #begin(state: State): void {
    if (state.table !== this.id) return;
    this.#opened();
    if (this.#bestTrip === Infinity) this.offset = state.now - Date.now();
    this.state = state;
    this.seq = state.seq;
    this.history = state.history;
    this.chat = state.chat;
    this.watchers = state.watchers;
    this.effects = this.scene && this.scene.moves === state.scene.moves ? this.effects : state.effects;
    this.sceneAt = state.now - this.offset;
    this.scene = state.scene;
  }

  #apply(acted: Acted): void {
    this.#opened();
    this.#waiting.delete(acted.id);
    if (acted.seq <= this.seq) return;
    if (acted.seq > this.seq + 1) {
      this.#send({ type: "resume", table: this.id, seq: this.seq, tokens: tokensOf(this.id) });
      return;
    }
    this.seq = acted.seq;
    const wait = acted.show_at == null ? 0 : acted.show_at - this.now();
    if (wait > 4) this.#later.push(setTimeout(() => this.#show(acted), wait));
    else this.#show(acted);
  }

  #show(acted: Acted): void {
    if (acted.chat) this.chat = [...this.chat, acted.chat];
    if (acted.taken_back) this.history = this.history.slice(0, -acted.taken_back);
    const played = acted.scene.last && acted.scene.moves > this.history.length;
    if (played) this.history = [...this.history, acted.scene.last!];
    this.effects = acted.effects.length || acted.taken_back ? acted.effects : this.effects;
    this.sceneAt = acted.now - this.offset;
    if (acted.show_at != null) this.showAt = null;
    this.scene = acted.scene;
    for (const listener of this.#listeners) listener(acted);
  }

  #refuse(refused: Refused): void {
    if (refused.id) this.#waiting.delete(refused.id);
    if (refused.code === "unknown_table" || refused.code === "private") this.missing = true;
    if (refused.seq != null && refused.seq > this.seq) this.#send({ type: "resume", table: this.id, seq: this.seq, tokens: tokensOf(this.id) });
    if (refused.id?.startsWith("p") && this.#previews.has(refused.id)) this.#answerPreview(refused.id, null);
    else this.refused = refused;
  }

  #answerPreview(id: string, answer: Previewed | null): void {
    this.#previews.get(id)?.(answer);
    this.#previews.delete(id);
  }

  #presence(here: boolean[], watchers: number): void {
    this.watchers = watchers;
    if (this.scene) this.scene = { ...this.scene, seats: this.scene.seats.map((seat, i) => ({ ...seat, here: here[i] ?? false })) };
  }
}

/** Close a socket; one that is still connecting as soon as it has. */
function hangUp(socket: WebSocket | null): void {
  if (!socket) return;
  socket.onmessage = socket.onclose = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

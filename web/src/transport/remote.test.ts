// The connection: found lost, found again, left in peace while it is healthy, and the server's clock.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PROTOCOL, type FromServer } from "$lib/messages";
import { ServerClock } from "./clock";
import { remote } from "./remote";
import type { Status, Transport } from "./transport";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  /** Whether pings are answered. */
  answers = true;
  /** How long an answer takes. */
  trip = 20;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  hello(protocol = PROTOCOL): void {
    this.readyState = 1;
    this.say({ type: "hello", protocol, version: "1", server_ms: 1_000_000 });
  }

  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(message);
    if (message.type === "ping" && this.answers) setTimeout(() => this.say({ type: "pong", client_time: Number(message.client_time), server_ms: 1_000_000 }), this.trip);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const sockets = FakeSocket.all;
const page = { hidden: false };
let foreign = 0;
let line: Transport;
let status: Status[] = [];
let heard: FromServer[] = [];
let pace = 500;
let unlisten: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), page));
  sockets.length = 0;
  [foreign, status, heard, pace] = [0, [], [], 500];
  line = remote("ws://here/ws", () => (foreign += 1));
  unlisten = line.listen({ message: (message) => heard.push(message), status: (now) => status.push(now), pace: () => pace });
});
afterEach(() => {
  unlisten();
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
});

const opened = () => sockets.at(-1)!.hello();

test("it is open when the server has said hello", () => {
  expect(line.send({ type: "ping" })).toBe(false);
  opened();
  expect(status.at(-1)).toBe("open");
  expect(line.send({ type: "unsubscribe", table_id: "t" })).toBe(true);
});

test("another version of the protocol is noticed", () => {
  sockets[0]!.hello(PROTOCOL + 1);
  expect(foreign).toBe(1);
});

test("a silent connection is noticed within three seconds and replaced", () => {
  opened();
  vi.advanceTimersByTime(2000);
  sockets[0]!.answers = false;
  vi.advanceTimersByTime(2600);
  expect(status.at(-1)).not.toBe("open");
  vi.advanceTimersByTime(500);
  expect(sockets.length).toBe(2);
});

test("a server that never says hello is tried again, less and less often", () => {
  for (let i = 0; i < 6; i += 1) vi.advanceTimersByTime(4500);
  expect(sockets.length).toBeGreaterThan(3);
  expect(sockets.length).toBeLessThan(7);
});

test("a healthy connection of a hidden page is left in peace", () => {
  opened();
  Object.assign(document, { hidden: true });
  // Browsers let the timers of hidden pages run once a minute, and the answer may come after the timer.
  sockets[0]!.trip = 400;
  const steady = performance.now.bind(performance);
  let jumped = 0;
  vi.spyOn(performance, "now").mockImplementation(() => steady() + jumped);
  for (let minute = 0; minute < 5; minute += 1) {
    line.wake();
    jumped += 60_000;
    vi.advanceTimersByTime(250);
  }
  vi.mocked(performance.now).mockRestore();
  expect(sockets.length).toBe(1);
});

test("pings are as rare as the table allows", () => {
  opened();
  pace = 15_000;
  vi.advanceTimersByTime(60_000);
  expect(sockets[0]!.sent.filter(({ type }) => type === "ping").length).toBeLessThanOrEqual(5);
});

test("waking up looks at once", () => {
  opened();
  pace = 15_000;
  vi.advanceTimersByTime(1000);
  const before = sockets[0]!.sent.length;
  line.wake();
  expect(sockets[0]!.sent.length).toBe(before + 1);
  sockets[0]!.close();
  vi.advanceTimersByTime(1);
  line.wake();
  expect(status.at(-1)).toBe("opening");
});

test("two tables share one connection, which ends with the last of them", () => {
  opened();
  const second: Status[] = [];
  const stop = line.listen({ message: () => undefined, status: (now) => second.push(now) });
  expect(second).toEqual(["open"]);
  expect(sockets.length).toBe(1);
  unlisten();
  vi.advanceTimersByTime(1500);
  expect(sockets[0]!.readyState).toBe(1);
  stop();
  vi.advanceTimersByTime(1500);
  expect(sockets[0]!.readyState).toBe(3);
});

test("probes are answered at once, everything else is passed on", () => {
  opened();
  sockets[0]!.say({ type: "latency_probe", n: 7 });
  expect(sockets[0]!.sent).toContainEqual({ type: "latency_echo", n: 7 });
  sockets[0]!.say({ type: "overflow", table_id: "t" });
  expect(heard).toEqual([{ type: "overflow", table_id: "t" }]);
});

describe("the server's clock", () => {
  test("the quickest of the last trips counts", () => {
    const clock = new ServerClock();
    const sent = performance.now();
    vi.advanceTimersByTime(100);
    clock.measure(sent, 5_000_000 + 50);
    expect(clock.now()).toBeCloseTo(5_000_000 + 100, 0);
    const later = performance.now();
    vi.advanceTimersByTime(900);
    clock.measure(later, 6_000_000);
    expect(clock.now()).toBeCloseTo(5_000_000 + 1000, 0);
  });

  test("a trip of no time at all does not count for ever", () => {
    const clock = new ServerClock();
    clock.measure(performance.now(), 1000);
    for (let i = 0; i < 8; i += 1) {
      const sent = performance.now();
      vi.advanceTimersByTime(40);
      clock.measure(sent, 900_000 + 20 + i * 40);
    }
    expect(clock.now()).toBeGreaterThan(900_000);
  });

  test("a change of the device's clock changes nothing", () => {
    const clock = new ServerClock();
    clock.begin(1_000_000);
    const before = clock.now();
    vi.setSystemTime(Date.now() + 600_000);
    expect(clock.now() - before).toBeLessThan(1);
  });
});

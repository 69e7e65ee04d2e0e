// The order of updates, gaps, reveals, and actions that await their answer.
import { describe, expect, test } from "vitest";
import type { ErrorMessage, FromServer } from "$lib/messages";
import { boardAt, snapshot, update } from "./samples";
import { begin, due, step, type Event, type Out, type Sync } from "./sync";

/** Runs events one after the other and keeps what came out. */
class Run {
  sync: Sync = begin("t", ["secret"]);
  outs: Out[] = [];

  constructor(readonly open = true) {
    if (open) this.do({ on: "opened", now: 0 }).hear(snapshot(5)).forget();
  }

  do(event: Event): this {
    const [sync, outs] = step(this.sync, event);
    this.sync = sync;
    this.outs.push(...outs);
    return this;
  }

  hear(message: FromServer, now = 0): this {
    return this.do({ on: "heard", message, now });
  }

  tick(now: number): this {
    return this.do({ on: "tick", now });
  }

  play(id: string, patience: number | null = null, now = 0): this {
    return this.do({ on: "do", id, action: { kind: "play", text: "k c3" }, seat: 0, moved: 5, patience, now });
  }

  forget(): this {
    this.outs = [];
    return this;
  }

  get sent(): string[] {
    return this.outs.flatMap((out) => ("send" in out ? [out.send.type === "action" ? `action ${out.send.id}` : out.send.type] : []));
  }

  get shown(): number[] {
    return this.outs.flatMap((out) => ("entry" in out ? [out.entry.seq] : "reset" in out ? [-out.reset.seq] : []));
  }

  get settled(): string[] {
    return this.outs.flatMap((out) => ("settled" in out ? [`${out.settled.id} ${out.how}`] : []));
  }
}

const error = (code: ErrorMessage["code"], more: Partial<ErrorMessage> = {}): ErrorMessage => ({ type: "error", code, message: { code, text: "No." }, table_id: "t", ...more });

describe("order", () => {
  test("the first connection subscribes, the next ones resume", () => {
    const run = new Run(false).do({ on: "opened", now: 0 }).hear(snapshot(5)).do({ on: "closed" }).do({ on: "opened", now: 9 });
    expect(run.sent).toEqual(["subscribe", "resume"]);
    expect(run.outs.at(-1)).toEqual({ send: { type: "resume", table_id: "t", seq: 5, tokens: ["secret"] } });
  });

  test("updates are shown in order, and what is heard twice once", () => {
    expect(new Run().hear(update(6)).hear(update(6)).hear(update(7)).hear(update(4)).shown).toEqual([6, 7]);
  });

  test("messages of another table are not ours", () => {
    const run = new Run().hear(update(6, { table_id: "other" }));
    expect(run.outs).toEqual([]);
  });

  test("a gap asks once and holds what came", () => {
    const run = new Run();
    for (let seq = 7; seq <= 16; seq += 1) run.hear(update(seq));
    expect(run.sent).toEqual(["resume"]);
    expect(run.shown).toEqual([]);
    run.hear(update(6));
    expect(run.shown).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    run.forget().hear(update(18));
    expect(run.sent).toEqual(["resume"]);
  });

  test("a question without an answer is asked again, for everything", () => {
    const run = new Run().hear(update(9), 100);
    expect(due(run.sync)).toBe(4100);
    run.tick(4099);
    expect(run.sent).toEqual(["resume"]);
    expect(run.tick(4100).sent).toEqual(["resume", "subscribe"]);
  });

  test("left out messages are asked for", () => {
    expect(new Run().hear({ type: "overflow", table_id: "t" }).sent).toEqual(["resume"]);
  });

  test("a taken seat is asked for with its secret", () => {
    const run = new Run().do({ on: "follow", tokens: ["mine"], now: 0 });
    expect(run.outs).toEqual([{ send: { type: "subscribe", table_id: "t", tokens: ["mine"] } }]);
  });
});

describe("reveals", () => {
  test("nothing overtakes an update that waits for its reveal", () => {
    const run = new Run().hear(update(6, { reveal_at: 1000 }), 900).hear(update(7), 910);
    expect(run.shown).toEqual([]);
    expect(due(run.sync)).toBe(1000);
    expect(run.tick(1000).shown).toEqual([6, 7]);
  });

  test("a reveal whose moment has come is shown at once", () => {
    expect(new Run().hear(update(6, { reveal_at: 1000 }), 1001).shown).toEqual([6]);
  });

  test("a snapshot is not overwritten by a waiting update", () => {
    const run = new Run().hear(update(6, { reveal_at: 1000 }), 900).hear(snapshot(9), 950).tick(1000);
    expect(run.shown).toEqual([-9]);
    expect(run.sync.seq).toBe(9);
  });

  test("two updates while a reveal waits lose nothing", () => {
    const run = new Run().hear(update(6, { reveal_at: 1000 }), 900).hear(update(7, { reveal_at: 1100 }), 910).hear(update(8), 920);
    expect(run.tick(1000).shown).toEqual([6]);
    expect(run.tick(1100).shown).toEqual([6, 7, 8]);
  });
});

describe("actions", () => {
  test("an action is done when its update comes, also as the answer to a resend", () => {
    expect(new Run().play("a").hear(update(6, { id: "a" })).settled).toEqual(["a done"]);
    expect(new Run().play("a").hear(update(3, { id: "a", is_resend: true })).settled).toEqual(["a done"]);
  });

  test("what was not answered is sent again, after a while and on a new connection, with the same id", () => {
    const run = new Run().play("a").tick(2499);
    expect(run.sent).toEqual(["action a"]);
    expect(run.tick(2500).sent).toEqual(["action a", "action a"]);
    run.forget().do({ on: "closed" }).tick(9000).do({ on: "opened", now: 9000 });
    expect(run.sent).toEqual(["resume", "action a"]);
  });

  test("what was decided without a connection is sent when it is there", () => {
    const run = new Run().do({ on: "closed" }).play("a");
    expect(run.sent).toEqual([]);
    expect(run.do({ on: "opened", now: 50 }).sent).toEqual(["resume", "action a"]);
  });

  test("what was pressed in a race is given up after three seconds, not sent two minutes later", () => {
    const run = new Run().do({ on: "closed" }).play("a", 3000).tick(3000);
    expect(run.settled).toEqual(["a expired"]);
    expect(run.do({ on: "opened", now: 120_000 }).sent).toEqual(["resume"]);
  });

  test("a move counts for its position: another one ends it, a chat line does not", () => {
    const run = new Run().play("a").hear(update(6));
    expect(run.settled).toEqual([]);
    expect(run.hear(update(7, { board: boardAt(7) })).settled).toEqual(["a expired"]);
    const told = new Run().play("a").do({ on: "closed" }).do({ on: "opened", now: 1 }).hear(snapshot(8, 7));
    expect(told.settled).toEqual(["a expired"]);
    expect(new Run().play("a").hear(snapshot(8, 5)).settled).toEqual([]);
  });

  test("an error settles it", () => {
    const why = error("illegal_move", { id: "a" });
    expect(new Run().play("a").hear(why).outs.at(-1)).toMatchObject({ settled: { id: "a" }, how: "refused", why });
    expect(new Run().play("a").hear({ ...why, table_id: null }).settled).toEqual(["a refused"]);
  });

  test("a pause that the server wants is kept, once", () => {
    const run = new Run().play("a", 60_000).hear(error("too_often", { id: "a", retry_after_ms: 700 }), 100);
    expect(run.settled).toEqual([]);
    expect(due(run.sync)).toBe(800);
    expect(run.tick(800).sent).toEqual(["action a", "action a"]);
    expect(run.hear(error("too_often", { id: "a", retry_after_ms: 700 }), 900).settled).toEqual(["a refused"]);
  });

  test("an error that knows a higher number leads to a question", () => {
    expect(new Run().play("a").hear(error("stale", { id: "a", seq: 8 })).sent).toEqual(["action a", "resume"]);
  });
});

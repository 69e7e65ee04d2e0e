// Several tabs of one person at one table are heard once.
import { expect, test, vi } from "vitest";

let voices = 0;
const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {}, linearRampToValueAtTime() {} });
const joined = <To>(to: To): To => to;

class SilentContext {
  state = "running";
  currentTime = 0;
  createDynamicsCompressor = () => ({ threshold: param(), ratio: param(), attack: param(), connect: joined });
  createGain = () => ({ gain: param(), connect: joined });
  createOscillator = () => {
    voices += 1;
    return { frequency: param(), connect: joined, start() {}, stop() {} };
  };
}

let held = false;
const locks = {
  async request(_name: string, _options: object, work: (lock: object | null) => Promise<void>): Promise<void> {
    if (held) return work(null);
    held = true;
    await work({});
    held = false;
  },
};

async function tab() {
  vi.resetModules();
  return (await import("./notes")).sound;
}

test("one tab sounds, another one at the same moment does not", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", SilentContext);
  vi.stubGlobal("navigator", { locks });
  const [one, other] = [await tab(), await tab()];
  one("place", 1);
  other("place", 1);
  expect(voices).toBe(1);
  one("place", 1);
  expect(voices).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  other("place", 1);
  expect(voices).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
});

test("on plain http there are no locks, and every tab is heard", async () => {
  vi.stubGlobal("AudioContext", SilentContext);
  vi.stubGlobal("navigator", {});
  voices = 0;
  const [one, other] = [await tab(), await tab()];
  one("place", 1);
  other("place", 1);
  expect(voices).toBe(2);
});

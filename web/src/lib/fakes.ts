// Stand-ins for what only a browser has, for unit tests.

/** `localStorage`, which can also refuse. */
export class FakeStorage {
  forbidden = false;
  #kept = new Map<string, string>();

  getItem(name: string): string | null {
    this.#check();
    return this.#kept.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#check();
    this.#kept.set(name, value);
  }

  #check(): void {
    if (this.forbidden) throw new DOMException("storage is blocked", "SecurityError");
  }
}

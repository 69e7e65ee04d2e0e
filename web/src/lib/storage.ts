// The browser's memory, which may be full, forbidden, or hold what an older page or another tab has written.

type Found = Record<string, unknown>;

/** The object kept under a name; an empty one when there is none, or something else. */
export function recall(name: string): Found {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? (found as Found) : {};
  } catch {
    return {};
  }
}

/** Whether it was kept. */
export function remember(name: string, what: Found): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}

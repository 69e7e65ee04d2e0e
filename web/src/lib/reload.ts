// A new version on the server: the page is loaded again, once.

/** Whether it is being loaded again. */
export function reloadOnce(): boolean {
  // The history remembers it even where storage is forbidden.
  if ((history.state as { reloaded?: boolean } | null)?.reloaded) return false;
  history.replaceState({ ...history.state, reloaded: true }, "");
  location.reload();
  return true;
}

// Where we are: the page's path, kept as state.

let path = $state(location.pathname);
let query = $state(location.search);

export const route = {
  /** The path's words: "/t/abc" is ["t", "abc"]. */
  get words(): string[] {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  },
  get query(): URLSearchParams {
    return new URLSearchParams(query);
  },
};

function here(): void {
  path = location.pathname;
  query = location.search;
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  here();
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", here);

/** Links of our own are followed without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin || link.pathname.startsWith("/api")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

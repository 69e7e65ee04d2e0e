// Where we are: the page's path, kept as state; and what a change of page means for focus and scrolling.

let path = $state(location.pathname);
let query = $state(location.search);
/** Where this entry of the history was scrolled to when it was left. */
let left = 0;

/** A malformed address is a word like any other: its page says that there is no such thing. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export const wordsOf = (path: string): string[] => path.split("/").filter(Boolean).map(decoded);

export const route = {
  /** The path's words: "/t/abc" is ["t", "abc"]. */
  get words(): string[] {
    return wordsOf(path);
  },
  get query(): URLSearchParams {
    return new URLSearchParams(query);
  },
};

function here(): void {
  path = location.pathname;
  query = location.search;
}

/** Remember with this entry of the history how far it is scrolled. */
function keepPlace(): void {
  history.replaceState({ ...history.state, top: window.scrollY }, "");
}

export function go(to: string, replace = false): void {
  if (!replace) keepPlace();
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  left = 0;
  here();
}

/** Follow the history's own steps. */
export function followHistory(): () => void {
  history.scrollRestoration = "manual";
  let timer: ReturnType<typeof setTimeout>;
  const scrolled = () => {
    clearTimeout(timer);
    timer = setTimeout(keepPlace, 150);
  };
  const back = () => {
    clearTimeout(timer);
    left = (history.state as { top?: number } | null)?.top ?? 0;
    here();
  };
  window.addEventListener("popstate", back);
  window.addEventListener("scroll", scrolled, { passive: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("popstate", back);
    window.removeEventListener("scroll", scrolled);
  };
}

/** How long a page may take until it has a title and its height. */
const PATIENCE = 3000;

/** A new page is shown: focus goes to its title, and the window to where it was left. */
export function arrive(main: HTMLElement): () => void {
  const top = left;
  window.scrollTo(0, 0);
  const settled = () => {
    const title = main.querySelector("h1");
    const high = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (!title || !high) return false;
    if (!main.contains(document.activeElement)) {
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
    }
    window.scrollTo(0, top);
    return true;
  };
  if (settled()) return () => undefined;
  const watch = new MutationObserver(() => settled() && stop());
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    clearTimeout(timer);
    watch.disconnect();
  };
  watch.observe(main, { childList: true, subtree: true });
  return stop;
}

/** Links of our own are followed without reloading the page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin || link.pathname.startsWith("/api")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

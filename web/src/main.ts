import { mount } from "svelte";
import "./app.css";
import { speak, wantedLanguage } from "$lib/i18n.svelte";
import App from "./App.svelte";

// Without its sentences the page would show nothing but keys.
void speak(wantedLanguage()).then(() => mount(App, { target: document.getElementById("app")! }));

// A new version on the server: its old files are gone, so the page is loaded again, once.
window.addEventListener("vite:preloadError", (event) => {
  // The history remembers it even where storage is forbidden.
  if (history.state?.reloaded) return;
  history.replaceState({ ...history.state, reloaded: true }, "");
  event.preventDefault();
  location.reload();
});

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}

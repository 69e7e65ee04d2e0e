import { mount } from "svelte";
import "./app.css";
import { speak, wantedLanguage } from "$lib/i18n.svelte";
import { reloadOnce } from "$lib/reload";
import App from "./App.svelte";

// Without its sentences the page would show nothing but keys.
void speak(wantedLanguage()).then(() => mount(App, { target: document.getElementById("app")! }));

// A new version on the server: its old files are gone.
window.addEventListener("vite:preloadError", (event) => reloadOnce() && event.preventDefault());

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}

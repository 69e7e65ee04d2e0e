// What the server says to everybody, whatever table they are at, in the page's language.
import { m } from "$m";
import type { Notice } from "./messages";
import { language } from "./i18n.svelte";

const timeOfDay = (ms: number): string => new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(new Date(ms));

export function noticeWords({ code, stops_at }: Notice): string {
  if (code === "store_away") return m.server_away();
  if (code === "store_back") return m.server_back();
  return stops_at ? m.server_stops({ time: timeOfDay(stops_at) }) : m.server_stays();
}

// A race in words, for the live region and the line below the castle.
import { m } from "$m";
import { colourName } from "./colours";
import type { Effect } from "./types";
import type { Naming } from "./words";

const roomsOf = (effect: Effect) => ({ start: effect.start ?? "", end: effect.end ?? "" });

function tellRaceOne(effect: Effect, who: Naming): string {
  const facts = { who: effect.seat == null ? "" : who(effect.seat), ...roomsOf(effect) };
  const colour = colourName(effect.piece ?? "");
  switch (effect.kind) {
    case "appeared": return m.race_appeared(facts);
    case "claimed": return m.race_claimed({ ...facts, colour });
    case "changed": return m.race_changed({ ...facts, colour });
    case "passage": return m.race_passage(facts);
    case "scared": return m.race_scared(facts);
    case "took": return m.race_took({ ...facts, colour: colourName((effect.piece ?? "")[0]?.toUpperCase() ?? "") });
    case "failed": return m.race_failed(facts);
    case "refused": return m.race_refused(facts);
    case "hand": return effect.note === "up" ? m.race_hand_up(facts) : m.race_hand_down(facts);
    case "discarded": return m.race_discarded();
    case "hint": return m.race_hint({ hint: effect.note ?? "" });
    case "won": return m.over_winner(facts);
    case "drawn": return m.over_shared();
    default: return "";
  }
}

/** What happened in a race, as sentences. */
export const tellRace = (effects: Effect[], who: Naming): string => effects.map((effect) => tellRaceOne(effect, who)).filter(Boolean).join(" ");

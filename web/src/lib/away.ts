// When the other player stays away: the game goes on against the computer, at a table of its own.
import { api } from "./api";
import { textAfter } from "./analysis";
import { againstComputer } from "./ending";
import { refusal } from "./refusals";
import { go } from "./route.svelte";
import { settings } from "./settings.svelte";
import type { TableStore } from "../store/table.svelte";

/** Ends this game without a winner, and when the server has done so opens the same position against the computer. */
export function goOnAgainstComputer(table: TableStore, mine: number): void {
  const id = table.act({ kind: "claim_absence", win: false }, mine);
  const here = location.pathname;
  const unlisten = table.listen((update) => {
    if (update.id !== id) return;
    unlisten();
    void openCopy(table.id, mine).then(
      (address) => location.pathname === here && go(address),
      (error: unknown) => table.notify(refusal(error as { code: string; sentence: null })),
    );
  });
}

async function openCopy(table: string, mine: number): Promise<string> {
  const replay = await api.replay(table);
  const position = await textAfter(replay, replay.steps.length);
  const { game, options } = replay;
  return `/t/${(await api.create({ game, options, position, seats: againstComputer(mine, settings.level) })).table_id}`;
}

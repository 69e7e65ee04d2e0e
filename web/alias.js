// Short names for imports, the same in the page and in its tests; tsconfig.json has them too.
import { fileURLToPath, URL } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const alias = { $games: here("../src/boohive/games"), $lib: here("./src/lib"), $m: here("./src/lib/i18n.svelte.ts") };

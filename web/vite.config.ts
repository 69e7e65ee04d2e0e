// Builds the page into the Python package, which serves it.
import { readFile } from "node:fs/promises";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { alias } from "./alias.js";
import { sentences } from "./sentences.js";
import { serviceWorker } from "./service-worker.js";

/** What is always wanted together is one file: a first game takes few requests. The rest is split by page. */
const GROUPS = [
  { name: "svelte", test: /node_modules\/(svelte|clsx|esm-env)\/|rolldown\/runtime|preload-helper|src\/lib\/(i18n|settings|storage|frame|own)/ },
  { name: "play", test: /src\/(lib\/(words|occupants|refusals|keyboard|neighbours|choices|drag|gesture|sound|types)|store\/intent|story\/(beats|frame|story)|boards\/(bed|hexes|index)\.)/ },
  { name: "table", test: /src\/(pages\/(Setup|TablePage)|store\/table|sync\/|transport\/|lib\/(agreed|wishes|messages|offers)|parts\/(TurnTable|TableBoard|TurnPrompt|Actions|Areas|Choice|Deed|Extras|Hand|HelpAgreed|Moves|Prompt|TypedMove|PlayerBar|Clock)\.)/ },
  { name: "bed", test: /src\/(boards\/Bed|parts\/GhostPiece)/ },
  { name: "hive", test: /src\/(boards\/Hive|parts\/BugTile)|games\/hive\/art/ },
  { name: "castle", test: /(src\/(boards\/Castle\.|lib\/(race|raceRefusals|colours|pictures|solo)|parts\/(Race(?!Lesson|End|Extras|Rounds|Choose)\w+|WallToken|CastlePicture|ColourButton)\.)|games\/booo\/art)/ },
];

/** Drawings travel without what only their readers need. */
const drawings = (): Plugin => ({
  name: "drawings",
  enforce: "pre",
  load: {
    filter: { id: /\.svg\?raw$/ },
    async handler(id) {
      const art = await readFile(id.slice(0, -"?raw".length), "utf8");
      return `export default ${JSON.stringify(art.replace(/<!--.*?-->/gs, "").replace(/>\s+</g, "><").trim())}`;
    },
  },
});

export default defineConfig({
  plugins: [sentences(), drawings(), svelte(), serviceWorker()],
  resolve: { alias },
  build: {
    outDir: "../src/boohive/web_dist",
    emptyOutDir: true,
    target: "es2022",
    // The page runs under a content security policy without inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Whose code the bundle holds, for the notices that go with a wheel.
    license: { fileName: "licenses.json" },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } } },
  },
  server: {
    fs: { allow: [".."] },
    // `boohive serve --origin http://localhost:5173` beside `npm run dev`.
    proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } },
  },
});

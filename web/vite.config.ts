// Builds the page into the Python package, which serves it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { alias } from "./alias.js";
import { drawings } from "./drawings.js";
import { firstPages } from "./first-page.js";
import { sentences } from "./sentences.js";
import { serviceWorker } from "./service-worker.js";

/** What is always wanted together is one file: a first game takes few requests. The rest is split by page. */
const GROUPS = [
  // What every page needs, and the styles of the first two pages: one file less.
  { name: "svelte", test: /node_modules\/(svelte|clsx|esm-env)\/|preload-helper|src\/lib\/(i18n|settings|storage|frame|own)\.|src\/app\.css|src\/(App|pages\/(Start|Setup|TablePage)|parts\/(Scene|Icon|Boundary|NotFound|HelpAgreed))\.svelte\?.*type=style/ },
  // What every table needs, and where one is set up.
  { name: "table", test: /src\/(pages\/(Setup|TablePage)|store\/(table|intent)|story\/(beats|frame|story)|(sync|transport)\/\w+|lib\/(words|occupants|refusals|keyboard|neighbours|gesture|sound|types|agreed|wishes|offers|messages)|parts\/HelpAgreed|boards\/(bed|hexes|index))\./ },
  { name: "turns", test: /src\/(parts\/(TurnTable|TableBoard|TurnPrompt|Actions|Areas|Choice|Deed|Extras|Hand|Moves|Prompt|TypedMove|PlayerBar|Clock|Symbols)|lib\/(choices|drag|toolbar))\./ },
  { name: "bed", test: /src\/(boards\/Bed|parts\/(Ghost|Cat)Piece)|games\/(boop|ghosts)\/art/ },
  { name: "hive", test: /src\/(boards\/Hive|parts\/BugTile)|games\/hive\/art/ },
  { name: "castle", test: /src\/(boards\/Castle|lib\/(race|raceRefusals|colours|pictures|solo)|parts\/(races|Buzzer|Race(?!Lesson|End|Extras|Rounds|Choose)\w+|WallToken|CastlePicture|ColourButton)|touch\/meaning)\.|games\/booo\/art/ },
];

export default defineConfig({
  plugins: [sentences(), drawings(), svelte(), serviceWorker(), firstPages()],
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

// The page's sentences: each language becomes a module of its own, so that a visitor loads only one, and the English ones
// become types, so that a missing word is found by the compiler. `node sentences.js` writes the types alone.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL, URL } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const fileOf = (language) => here(`./messages/${language}.json`);
const PREFIX = "virtual:sentences/";
const read = (language) => JSON.parse(readFileSync(fileOf(language), "utf8"));

/**
 * Sentences that few visitors need are fetched with the parts that say them (`withTexts` in lib/i18n): those that no other
 * file names. A part that is listed here must be loaded through `withTexts`.
 */
export const PACKS = {
  book: /^(pages\/(Rules|Learn|Practice|Report|ReplayPage|LookPage)|parts\/(Waiting|Invitation|FriendFields|AgreementFields|OptionFields|TokenPlan|ClockField|ScoreGraph|Terms)|lib\/(rulebook|lessons|options|terms|fileRefusals))\./,
  race: /^(boards\/Castle|parts\/(Race\w+|WallToken|CastlePicture|Around|Offers|ProofPanel|Buzzer|ColourButton|SoloEnd)|lib\/(race|raceRefusals|colours|pictures))\./,
  party: /^parts\/Party\w+\./,
  moves: /^lib\/(moveRefusals|briefly)\./,
  talk: /^(parts\/(Company|Planning|MoveList)|lib\/(hints|moveWords|repetition|whispers))\./,
  more: /^parts\/More\./,
  settings: /^(parts\/(SettingsDialog|MyData)|pages\/Device)\./,
  refused: /^lib\/(refusals|notices)\./,
  away: /^parts\/Away\./,
  end: /^(parts\/(Ending|PictureButton)|lib\/ending)\./,
};

let packs;
/** For each sentence the pack it belongs to, if any. */
export function packsOf() {
  if (packs) return packs;
  const folder = here("./src/");
  const users = new Map();
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.(ts|svelte)$/.test(file) || /\.(test|d)\.ts$/.test(file)) continue;
    const pack = Object.keys(PACKS).find((name) => PACKS[name].test(file)) ?? "";
    for (const [, key] of readFileSync(folder + file, "utf8").matchAll(/\bm\.([a-z][a-z0-9_]*)\b/g)) users.set(key, (users.get(key) ?? new Set()).add(pack));
  }
  packs = new Map([...users].map(([key, found]) => [key, found.size === 1 ? [...found][0] : ""]));
  return packs;
}

/** A sentence as the page keeps it: a text, or [the word that chooses the form, a text for each form]. */
function compact(message) {
  if (typeof message === "string") return message;
  const [{ declarations, match }] = message;
  const [, chooser] = declarations.at(-1).match(/^(?:local n = (?=\w+: plural$)|input (?=\w+: person$))(\w+): \w+$/);
  return [chooser, Object.fromEntries(Object.entries(match).map(([form, text]) => [form.replace(/^\w+=/, ""), text]))];
}

const isPerson = (message, word) => typeof message !== "string" && message[0].declarations.includes(`input ${word}: person`);

function moduleOf(name) {
  const [language, pack = ""] = name.split("-");
  const wanted = Object.entries(read(language)).filter(([key]) => (packsOf().get(key) ?? "") === pack);
  const texts = `export default ${JSON.stringify(Object.fromEntries(wanted.map(([key, message]) => [key, compact(message)])))};`;
  if (pack) return texts;
  return `${texts}\nexport const packs = { ${Object.keys(PACKS).map((each) => `${each}: () => import("${PREFIX}${language}-${each}")`).join(", ")} };`;
}

/** The words in braces of a sentence. */
function wordsOf(message) {
  const texts = typeof message === "string" ? [message] : Object.values(message[0].match);
  const chooser = typeof message === "string" ? [] : [compact(message)[0]];
  return [...new Set([...chooser, ...texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, word]) => word))])];
}

export function writeTypes() {
  const lines = Object.entries(read("en")).map(([key, message]) => {
    const words = wordsOf(message);
    return `  ${key}: (${words.length ? `words: { ${words.map((word) => `${word}: ${isPerson(message, word) ? "Person" : "Word"}`).join("; ")} }` : ""}) => string;`;
  });
  const packs = Object.keys(PACKS).map((pack) => `"${pack}"`).join(" | ");
  const text = `// Written by sentences.js from messages/en.json.\nimport type { Person, Word } from "./i18n.svelte";\n\nexport type Pack = ${packs};\n\nexport interface Sentences {\n${lines.join("\n")}\n}\n`;
  const file = here("./src/lib/sentences.d.ts");
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

/** For Vite: `import("virtual:sentences/fr")`, and `import("virtual:sentences/fr-book")` for a pack. */
export const sentences = () => ({
  name: "sentences",
  buildStart() {
    packs = undefined;
    writeTypes();
  },
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const name = id.slice(PREFIX.length + 1);
    this.addWatchFile(fileOf(name.split("-")[0]));
    return moduleOf(name);
  },
});

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeTypes();

// The page's sentences: each language becomes a module of its own, so that a visitor loads only one, and the English ones
// become types, so that a missing word is found by the compiler. `node sentences.js` writes the types alone.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL, URL } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const fileOf = (language) => here(`./messages/${language}.json`);
const read = (language) => JSON.parse(readFileSync(fileOf(language), "utf8"));

/** Long texts of the rules pages and the lessons, fetched with those pages. */
const inBook = (key) => /^[rl]_/.test(key);

/** A sentence as the page keeps it: a text, or [the word that chooses the form, a text for each form]. */
function compact(message) {
  if (typeof message === "string") return message;
  const [{ declarations, match }] = message;
  const [, chooser] = declarations.at(-1).match(/^(?:local n = (?=\w+: plural$)|input (?=\w+: person$))(\w+): \w+$/);
  return [chooser, Object.fromEntries(Object.entries(match).map(([form, text]) => [form.replace(/^\w+=/, ""), text]))];
}

const isPerson = (message, word) => typeof message !== "string" && message[0].declarations.includes(`input ${word}: person`);

function moduleOf(name) {
  const [language, book] = name.split("-");
  const wanted = Object.entries(read(language)).filter(([key]) => inBook(key) === (book === "book"));
  return `export default ${JSON.stringify(Object.fromEntries(wanted.map(([key, message]) => [key, compact(message)])))};`;
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
  const text = `// Written by sentences.js from messages/en.json.\nimport type { Person, Word } from "./i18n.svelte";\n\nexport interface Sentences {\n${lines.join("\n")}\n}\n`;
  const file = here("./src/lib/sentences.d.ts");
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

const PREFIX = "virtual:sentences/";

/** For Vite: `import("virtual:sentences/fr")` and `import("virtual:sentences/fr-book")`. */
export const sentences = () => ({
  name: "sentences",
  buildStart: writeTypes,
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const name = id.slice(PREFIX.length + 1);
    this.addWatchFile(fileOf(name.split("-")[0]));
    return moduleOf(name);
  },
});

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeTypes();

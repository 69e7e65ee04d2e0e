// Writes the service worker: which files the page begins with is known only after the build.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath, URL } from "node:url";

const SOURCE = fileURLToPath(new URL("./src/sw.js", import.meta.url));

export const serviceWorker = () => ({
  name: "service-worker",
  generateBundle(_, bundle) {
    const entry = Object.values(bundle).find((each) => each.isEntry);
    const scripts = [entry, ...entry.imports.map((name) => bundle[name])];
    const styles = scripts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
    const files = ["/", "/icon.svg", ...[...scripts.map(({ fileName }) => fileName), ...styles].map((name) => `/${name}`)];
    const build = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
    const source = readFileSync(SOURCE, "utf8").replace("__BUILD__", build).replace('["__FILES__"]', JSON.stringify(files));
    this.emitFile({ type: "asset", fileName: "sw.js", source });
  },
});

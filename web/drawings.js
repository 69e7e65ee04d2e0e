// Drawings on their way into the page: the games' own pieces travel as text, without what only their readers need; the
// pictures on the doors become files, which fetch nothing themselves and so hold the pieces they show.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const squeeze = (drawing) => drawing.replace(/<!--.*?-->/gs, "").replace(/\s*\n\s*/g, " ").replace(/>\s+</g, "><").trim();

/** `<use href="FILE#ID" x y width height style="--fur: red"/>` as the drawing itself, in these colours. */
function withPieces(drawing, folder, watch) {
  return drawing.replace(/<use href="([^"#]+)#([\w-]+)"([^>]*?)(?: style="([^"]*)")?\s*\/>/g, (_, file, id, place, style = "") => {
    const art = resolve(folder, file);
    watch(art);
    const [, viewBox, shapes] = readFileSync(art, "utf8").match(new RegExp(`<symbol id="${id}" viewBox="([^"]+)">(.*?)</symbol>`, "s"));
    const colours = Object.fromEntries(style.split(";").map((each) => each.split(":").map((word) => word.trim())));
    return `<svg${place} viewBox="${viewBox}">${shapes.replace(/var\((--[\w-]+),([^)]+)\)/g, (_, name, usual) => colours[name] ?? usual)}</svg>`;
  });
}

/** For Vite: `import art from "./art.svg?raw"` and `import picture from "./door.svg?picture"`, the address of the picture. */
export const drawings = () => {
  let building = false;
  return {
    name: "drawings",
    enforce: "pre",
    configResolved: ({ command }) => void (building = command === "build"),
    load: {
      filter: { id: /\.svg\?(raw|picture)$/ },
      handler(id) {
        const [file, kind] = id.split("?");
        const drawing = squeeze(withPieces(readFileSync(file, "utf8"), dirname(file), (art) => this.addWatchFile(art)));
        if (kind === "raw") return `export default ${JSON.stringify(drawing)}`;
        if (!building) return `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(drawing)}`)}`;
        const hash = createHash("sha256").update(drawing).digest("base64url").slice(0, 8);
        const fileName = `assets/${file.match(/([\w-]+)\.svg$/)[1]}-${hash}.svg`;
        this.emitFile({ type: "asset", fileName, source: drawing });
        return `export default "/${fileName}"`;
      },
    },
  };
};

// A picture of the board as it is shown, with a line of words below it: the drawing with all its looks written out, as PNG.

/** What a drawing gets from the page's styles. */
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "display", "visibility", "transform", "scale", "translate", "rotate",
  "transform-box", "transform-origin", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order",
];
const SVG = "http://www.w3.org/2000/svg";
/** The longer side of the drawing, and the lines below it, in pixels. */
const SIZE = 1080;
const LINE = 46;

/** Colours of our own that a symbol asks for. */
const colours = (symbol: Element): string[] => [...new Set([...symbol.outerHTML.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!))];

/** The drawing on its own: styles and symbols of the page go along. */
function standalone(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[drawing, ...drawing.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")] as SVGElement[]];
  const symbols = new Map<string, Element>();
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const look of LOOKS) to[i]!.style.setProperty(look, style.getPropertyValue(look));
    const symbol = element.tagName === "use" ? document.querySelector(element.getAttribute("href") ?? "") : null;
    if (!symbol) return;
    symbols.set(symbol.id, symbol.cloneNode(true) as Element);
    for (const name of colours(symbol)) to[i]!.style.setProperty(name, style.getPropertyValue(name));
  });
  const defs = document.createElementNS(SVG, "defs");
  defs.append(...symbols.values());
  copy.prepend(defs);
  return copy;
}

const drawn = (drawing: SVGSVGElement): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }));
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("the board cannot be drawn as a picture"));
    image.src = address;
  });

/** The board that is shown, as PNG, with these lines below it. */
export async function pictureOf(drawing: SVGSVGElement, lines: string[]): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect();
  const scale = SIZE / Math.max(width, height);
  const copy = standalone(drawing);
  copy.setAttribute("width", String(width * scale));
  copy.setAttribute("height", String(height * scale));
  const image = await drawn(copy);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale + lines.length * LINE + LINE / 2];
  const paper = canvas.getContext("2d")!;
  const page = getComputedStyle(document.documentElement);
  paper.fillStyle = page.getPropertyValue("--paper").trim() || "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, width * scale, height * scale);
  URL.revokeObjectURL(image.src);
  paper.fillStyle = page.getPropertyValue("--ink").trim() || "#000";
  paper.textAlign = "center";
  lines.forEach((line, i) => {
    paper.font = `${i ? 400 : 700} ${i ? 26 : 32}px ${getComputedStyle(document.body).fontFamily}`;
    paper.fillText(line, canvas.width / 2, height * scale + (i + 0.8) * LINE, canvas.width - 40);
  });
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

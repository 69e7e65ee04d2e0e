// Small words for animations: every one has a name, keeps its first and last picture, and runs on the page's own clock.
export interface Point {
  x: number;
  y: number;
}

/** A transform that puts something at a point. */
export const at = ({ x, y }: Point, more = ""): string => `translate(${x}px, ${y}px) ${more}`.trim();

/** Begin an animation of a node that may be missing. */
export function animate(node: Element | null | undefined, id: string, frames: Keyframe[], options: KeyframeAnimationOptions): Animation[] {
  if (!node) return [];
  const animation = node.animate(frames, { fill: "both", easing: "ease-out", ...options });
  animation.id = id;
  return [animation];
}

const between = (from: number, to: number, share: number) => from + (to - from) * share;

/** From one point to another in an arc, this high above the straight way; `more` adds to the transform on the way. */
export function arc(from: Point, to: Point, height: number, more: (share: number) => string = () => ""): Keyframe[] {
  return Array.from({ length: 13 }, (_, i) => {
    const share = i / 12;
    const point = { x: between(from.x, to.x, share), y: between(from.y, to.y, share) - 4 * height * share * (1 - share) };
    return { transform: at(point, more(share)), easing: "linear" };
  });
}

/** Where a player's pieces of a kind lie, in the coordinates of a drawing. */
export function trayPoint(within: SVGGraphicsElement, seat: number, kind: string, otherwise: Point): Point {
  const tray = document.querySelector(`[data-tray="${seat}"]`);
  const box = (tray?.querySelector(`[data-kind="${kind}"], [data-hand="${kind}"]`) ?? tray)?.getBoundingClientRect();
  const matrix = within.getScreenCTM()?.inverse();
  if (!box?.width || !matrix) return otherwise;
  const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  return { x, y };
}

/** Something drawn for one beat only. It goes with the animations given it. */
export function passing<K extends keyof SVGElementTagNameMap>(within: Element, name: K, attributes: Record<string, string | number>, words = ""): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.textContent = words;
  within.append(node);
  return node;
}

/** Take it away as soon as its animation has ended or was stopped. */
export function leaveWith(node: Element, animations: Animation[]): Animation[] {
  const gone = () => node.remove();
  for (const animation of animations) {
    animation.addEventListener("cancel", gone);
    animation.addEventListener("finish", gone);
  }
  return animations;
}

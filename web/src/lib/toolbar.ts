// A group of buttons that is one Tab stop: arrows go from one to the next.
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function toolbarKeys(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const { key } = event;
  const next = key === "Home" ? 0 : key === "End" ? buttons.length - 1 : key in STEPS ? (at + STEPS[key]! + buttons.length) % buttons.length : -1;
  if (at < 0 || next < 0) return;
  event.preventDefault();
  buttons[next]!.focus();
}

/**
 * Runs what may move the page once no button is held down: what a field does as it loses the focus comes
 * between the two halves of a press, and a button that moves away under the pointer is not pressed.
 */
export function afterPress(act: () => void): void {
  if (isHeld) waiting.push(act);
  else act();
}

let isHeld = false;
const waiting: (() => void)[] = [];

function release(): void {
  isHeld = false;
  // The click comes after this event.
  setTimeout(() => {
    for (const act of waiting.splice(0)) act();
  });
}

if (globalThis.window !== undefined) {
  const options = { capture: true, passive: true };
  window.addEventListener('pointerdown', () => (isHeld = true), options);
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    window.addEventListener(end, release, options);
}

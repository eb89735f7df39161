// Buffers keys typed between opening the search and its first render: the window is loaded on first use, and the input
// must neither be lost nor reach the page.

let text = '';
let stop: (() => void) | undefined;

/** Collects typed characters until `takeTypeAhead`; Escape discards them and calls `onEscape`. */
export function startTypeAhead(onEscape: () => void): void {
  stop?.();
  text = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      takeTypeAhead();
      onEscape();
    } else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true });
  stop = () => removeEventListener('keydown', onKey, { capture: true });
}

/** Ends collecting and returns what was typed. */
export function takeTypeAhead(): string {
  stop?.();
  stop = undefined;
  const taken = text;
  text = '';
  return taken;
}

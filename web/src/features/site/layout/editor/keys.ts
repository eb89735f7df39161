// Keyboard control of the drawing.
import type { KeyboardEvent } from 'react';
import { flipped, moved, pasted, removed, rotated } from '../model/commands.ts';
import type { ModuleSize } from '../model/places.ts';
import type { Editor } from './useEditing.ts';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Meters per arrow key; ten times as much with Shift. */
const STEP_M = 0.1;
const PASTE_M = 0.5;
const PAN_PX = 60;

interface View {
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number) => void;
}

export const paste = (editor: Editor) => editor.add((plan) => pasted(plan, editor.copies, PASTE_M));

const typingTypes = new Set(['text', 'number', 'search', 'email', 'tel', 'url', 'password']);

/** Whether keys belong to a field in which text is typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && typingTypes.has(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Undo, redo and save, wherever the focus is; false for other keys. */
export function actAnywhere(event: globalThis.KeyboardEvent, editor: Editor): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return false;
  const letter = event.key.toLowerCase();
  if (letter === 's') void editor.save();
  else if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return false;
  else if (letter === 'z' && !event.shiftKey) editor.undo();
  else if (letter === 'y' || letter === 'z') editor.redo();
  else return false;
  return true;
}

/** Acts on a key; false where it means nothing here. */
function act(event: KeyboardEvent, editor: Editor, size: ModuleSize, view: View): boolean {
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const letter = key.toLowerCase();
  if (isCommand) {
    if (letter === 'a') editor.choose(new Set(editor.plan.places.keys()));
    else if (letter === 'c') editor.copy();
    else if (letter === 'v') paste(editor);
    else return false;
    return true;
  }
  const arrow = arrows[key];
  if (arrow) {
    const [dx, dy] = arrow;
    const step = STEP_M * (shiftKey ? 10 : 1);
    if (editor.chosen.size === 0) view.pan(-dx * PAN_PX, -dy * PAN_PX);
    else editor.change((plan, keys) => moved(plan, keys, dx * step, dy * step));
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    editor.change(removed);
    editor.choose(new Set());
  } else if (key === 'Escape') editor.choose(new Set());
  else if (letter === 'r') editor.change((plan, keys) => rotated(plan, keys, shiftKey ? -90 : 90, size));
  else if (letter === 'l') editor.change(flipped);
  else if (key === '+') view.zoom(1.25);
  else if (key === '-') view.zoom(0.8);
  else return false;
  return true;
}

export function onKey(event: KeyboardEvent, editor: Editor, size: ModuleSize, view: View): void {
  if (act(event, editor, size, view)) event.preventDefault();
}

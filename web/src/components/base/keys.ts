// Single-key shortcuts such as j and k: active only outside text fields and windows. Users can turn them off, as
// speech input and tremor may require (WCAG 2.1.4).
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

const STORAGE = 'helioport-keys';

const stored = (): boolean => {
  try {
    return localStorage.getItem(STORAGE) !== 'off';
  } catch {
    return true;
  }
};

/** Whether single-key shortcuts are active; stored in the browser. */
export const useKeysOn = create<{ isOn: boolean }>()(() => ({ isOn: stored() }));

/** Switches them on or off. */
export function switchKeys(isOn: boolean): void {
  useKeysOn.setState({ isOn });
  try {
    localStorage.setItem(STORAGE, isOn ? 'on' : 'off');
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
}

const OPEN_WINDOW = 'dialog[open], .hp-overlay, .hp-confirm, .hp-popup-panel';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="combobox"], [role="slider"]') !==
    null;

/** True if a single-key shortcut may act. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  useKeysOn.getState().isOn &&
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  document.querySelector(OPEN_WINDOW) === null;

/** Registers shortcuts while the component is mounted; a handler without effect returns false. */
export function useKeys(acts: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (act !== undefined && isFreeKey(event) && act() !== false) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

// Unsaved form input, kept across a reload of this tab or a new login: in `sessionStorage`, by user and form, without
// passwords.
import { useSession } from './session.ts';

const PREFIX = 'helioport-typed';

const keyOf = (form: string) => `${PREFIX}:${useSession.getState().info.uid ?? ''}:${form}`;

interface Typed {
  /** The initial values as JSON. If they differ from the current ones, the record was changed meanwhile. */
  from: string;
  draft: object;
}

/** The stored input of a form with the initial values `start`; undefined if there is none or the record has changed. */
export function typedBefore<T extends object>(form: string, start: T): T | undefined {
  try {
    const { from, draft } = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Typed;
    return from === JSON.stringify(start) ? { ...start, ...draft } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the current input, except fields whose name contains "password". */
export function keepTyped(form: string, start: object, draft: object): void {
  const open = Object.entries(draft).filter(([name]) => !/password/i.test(name));
  const typed: Typed = { from: JSON.stringify(start), draft: Object.fromEntries(open) };
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {
    // A full or forbidden storage costs what a reload would, not the form.
  }
}

/** Forgets it: saved, or thrown away. */
export function clearDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Then nothing was kept either.
  }
}

/** Discards all unsaved input of the user in this tab. */
export function clearAllDrafts(): void {
  try {
    const own = keyOf('');
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(own)) sessionStorage.removeItem(key);
  } catch {
    // Then nothing was kept either.
  }
}

// Everything that the signed-in part needs before its first paint, fetched side by side.
import { loadShellWords } from '../../i18n.ts';
import { loadKitLocale } from './kitLocale.ts';

/** Gives the shell as a lazy route wants it. Safe to call early: what is fetched stays fetched. */
export async function loadShell() {
  const [shell] = await Promise.all([import('./Shell.tsx'), loadShellWords(), loadKitLocale()]);
  return { Component: shell.default };
}

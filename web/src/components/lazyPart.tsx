// Screens, tabs and windows that are fetched when they are first drawn, together with their words.
import { type ComponentType, lazy } from 'react';
import { untilFetched } from '../connection.ts';
import { loadOfficeWords, loadScreenWords } from '../i18n.ts';

/** A head start for what is about to be opened; if it fails, opening asks again and says so. */
export const fetchWordsAhead = (): void => void loadScreenWords().catch(() => undefined);

/** A component and its words, fetched side by side. `isOffice`: it also says words of the office's rooms. */
export async function withWords<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOffice = false,
): Promise<ComponentType<Props>> {
  const [Part] = await Promise.all([load(), loadScreenWords(), isOffice && loadOfficeWords()]);
  return Part;
}

/** A part that is fetched with its words when it is first drawn: a window, a drawer, a tab. */
export const lazyWithWords = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilFetched(() => withWords(load)) }));

// Lazy screens, tabs and windows, loaded together with their texts on first render.
import { type ComponentType, lazy } from 'react';
import { untilFetched } from '../connection.ts';
import { loadOfficeWords, loadScreenWords } from '../i18n.ts';

/** Prefetches texts before something opens; if that fails, opening retries and shows the error. */
export const fetchWordsAhead = (): void => void loadScreenWords().catch(() => undefined);

/** Loads a component and its texts in parallel. `isOffice`: it also needs the texts of the administration pages. */
export async function withWords<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOffice = false,
): Promise<ComponentType<Props>> {
  const [Part] = await Promise.all([load(), loadScreenWords(), isOffice && loadOfficeWords()]);
  return Part;
}

/** A lazy component loaded with its texts: a window, a drawer, a tab. */
export const lazyWithWords = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilFetched(() => withWords(load)) }));

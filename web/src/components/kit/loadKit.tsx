// The kit, fetched for the screens and windows that use it, and given to them.

import { type ComponentType, lazy, type ReactNode } from 'react';
import { untilFetched } from '../../connection.ts';
import { loadOfficeWords, loadScreenWords } from '../../i18n.ts';

/** The kit and its words in the language of the visit. Asked for twice it is fetched once. */
async function loadKit() {
  const [{ Kit }, { loadKitLocale }] = await Promise.all([
    import('./Kit.tsx'),
    import('./kitLocale.ts'),
    loadScreenWords(),
  ]);
  await loadKitLocale();
  return Kit;
}

/** A head start for what needs the kit; if it fails now, whatever is opened asks again and says so. */
export const fetchKitAhead = (): void => void loadKit().catch(() => undefined);

/** A component within the kit, both fetched side by side, with the words of the office where it is one of its rooms'. */
export async function withKit<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOffice = false,
): Promise<ComponentType<Props>> {
  const [Kit, Part] = await Promise.all([loadKit(), load(), isOffice && loadOfficeWords()]);
  return (props): ReactNode => (
    <Kit>
      <Part {...props} />
    </Kit>
  );
}

/** A part of what is drawn without the kit that is fetched, with the kit, when it is first drawn: a window, a drawer, a tab. */
export const lazyInKit = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilFetched(() => withKit(load)) }));

// Public pages that are reached only through a link, in an email or a page footer, each with the texts of all of them:
// they would bloat the login page.
import { loadLater } from '../i18n.ts';

const words = import.meta.glob<{ default: Record<string, string> }>('../../../locales/??.json', {
  query: '?linked',
});

/** Loads a page and the texts in parallel. */
async function withWords<Page>(load: () => Promise<Page>): Promise<Page> {
  const [page] = await Promise.all([load(), loadLater('linked', () => words)]);
  return page;
}

export const privacyPage = () => withWords(() => import('./PrivacyPage.tsx'));
export const resetPwdPage = () => withWords(() => import('../features/account/ResetPwdPage.tsx'));
export const endReportsPage = () => withWords(() => import('../features/account/EndReportsPage.tsx'));
export const acknowledgePage = () => withWords(() => import('../features/account/AcknowledgePage.tsx'));

// The notices that the shell shows in place of a screen; menu and header stay.

import type { ReactNode } from 'react';
import { LinkButton } from '../components/base/Button.tsx';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { Notice } from './NoticePage.tsx';

/** `isForbidden`: the role lacks the page; else no page has this address. */
export default function ShellNotice({ isForbidden }: { isForbidden: boolean }): ReactNode {
  const hasSites = useSession((session) => session.pages.includes('pvPlant'));
  const toSites = hasSites && (
    <LinkButton variant="primary" to={paths.sites()}>
      {t('public.backToSites')}
    </LinkButton>
  );
  return isForbidden ? (
    <Notice hint={`${t('public.forbidden')} ${t('public.forbiddenHint')}`} title={t('public.forbiddenTitle')}>
      {toSites}
    </Notice>
  ) : (
    <Notice hint={`${t('public.notFound')} ${t('public.notFoundHint')}`} title={t('public.notFoundTitle')}>
      {toSites}
    </Notice>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { NoticePage } from './NoticePage.tsx';

export default function NotFoundPage(): ReactNode {
  const isSignedIn = useSession((session) => session.token !== '');
  return (
    <NoticePage
      hint={`${t('public.notFound')} ${t('public.notFoundHint')}`}
      title={t('public.notFoundTitle')}
    >
      <Link className="hp-button" to={isSignedIn ? paths.sites() : paths.login()}>
        {isSignedIn ? t('public.backToSites') : t('public.backToLogin')}
      </Link>
    </NoticePage>
  );
}

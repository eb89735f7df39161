import { lazy, type ReactNode, Suspense } from 'react';
import { LinkButton } from '../components/base/Button.tsx';
import { untilFetched } from '../connection.ts';
import { loadShellWords, t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { NoticePage } from './NoticePage.tsx';

const Shell = lazy(() =>
  untilFetched(async () => {
    await loadShellWords();
    return { default: (await import('./first.ts')).Shell };
  }),
);

export default function NotFoundPage(): ReactNode {
  const isSignedIn = useSession((session) => session.token !== '');
  if (isSignedIn) {
    return (
      <Suspense fallback={null}>
        <Shell isUnknown />
      </Suspense>
    );
  }
  return (
    <NoticePage
      hint={`${t('public.notFound')} ${t('public.notFoundHint')}`}
      title={t('public.notFoundTitle')}
    >
      <LinkButton variant="primary" to={paths.login()}>
        {t('public.backToLogin')}
      </LinkButton>
    </NoticePage>
  );
}

import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button, LinkButton } from '../components/base/Button.tsx';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { signOut } from '../session/signing.ts';
import { endView } from '../session/viewing.ts';
import { NoticePage } from './NoticePage.tsx';

export default function ForbiddenPage(): ReactNode {
  const session = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate(paths.login());
  };
  const hasSites = session.pages.includes('pvPlant');
  return (
    <NoticePage
      hint={`${t('public.forbidden')} ${t('public.forbiddenHint')}`}
      title={t('public.forbiddenTitle')}
    >
      {hasSites && (
        <LinkButton variant="primary" to={paths.sites()}>
          {t('public.backToSites')}
        </LinkButton>
      )}
      {session.viewAs && (
        <Button onClick={() => void endView().catch(() => undefined)}>{t('public.endViewing')}</Button>
      )}
      {session.token === '' ? (
        <LinkButton variant="primary" to={paths.login()}>
          {t('public.backToLogin')}
        </LinkButton>
      ) : (
        <Button onClick={() => void leave()}>{t('public.signOut')}</Button>
      )}
    </NoticePage>
  );
}

import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
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
        <Link className="hp-button" to={paths.sites()}>
          {t('public.backToSites')}
        </Link>
      )}
      {session.viewAs && (
        <button
          className="hp-button hp-button-quiet"
          onClick={() => void endView().catch(() => undefined)}
          type="button"
        >
          {t('public.endViewing')}
        </button>
      )}
      {session.token === '' ? (
        <Link className="hp-button" to={paths.login()}>
          {t('public.backToLogin')}
        </Link>
      ) : (
        <button className="hp-button hp-button-quiet" onClick={() => void leave()} type="button">
          {t('public.signOut')}
        </button>
      )}
    </NoticePage>
  );
}

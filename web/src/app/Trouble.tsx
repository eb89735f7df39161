import { type ReactNode, useEffect, useRef } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { CallFailure } from '../api/failure.ts';
import { t } from '../i18n.ts';
import { NoticePage } from './NoticePage.tsx';

/** Words by which browsers report that a part of the portal is no longer there: a new version has been installed. */
const staleVersion = /failed|unable|loading failed|login expired|error loading/i;

/** In place of a page that could not be loaded or drawn. */
export function Trouble(): ReactNode {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (error instanceof CallFailure) {
    return (
      <NoticePage hint={error.message} title={t('public.troubleTitle')}>
        <button
          className="hp-button"
          disabled={state === 'loading'}
          onClick={() => void revalidate()}
          type="button"
        >
          {t('public.reload')}
        </button>
      </NoticePage>
    );
  }
  if (error instanceof Error && staleVersion.test(error.message)) return <NewVersion />;
  return (
    <NoticePage hint={error instanceof Error ? error.message : ''} title={t('public.troubleTitle')}>
      <button className="hp-button" onClick={() => location.reload()} type="button">
        {t('public.reload')}
      </button>
    </NoticePage>
  );
}

function NewVersion(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog aria-describedby="new-version" className="hp-dialog" ref={dialog}>
      <p id="new-version">{t('public.newVersion')}</p>
      <button className="hp-button" onClick={() => location.reload()} type="button">
        {t('public.ok')}
      </button>
    </dialog>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { CallFailure } from '../api/failure.ts';
import { Button } from '../components/base/Button.tsx';
import { OutdatedPortal, whyMissing } from '../connection.ts';
import { t } from '../i18n.ts';
import { NoticePage } from './NoticePage.tsx';

/** Shown in place of a page that could not be loaded or rendered. */
export function ErrorPage(): ReactNode {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const [isOld, setOld] = useState(error instanceof OutdatedPortal);
  useEffect(() => {
    // A missing chunk is gone permanently after an update, or only unreachable at the moment: the server tells which.
    // For an OutdatedPortal error it has already been asked.
    if (error instanceof CallFailure || error instanceof OutdatedPortal) return;
    void whyMissing().then((why) => setOld(why === 'outdated'));
  }, [error]);
  if (error instanceof CallFailure) {
    return (
      <NoticePage hint={error.message} title={t('public.troubleTitle')}>
        <Button variant="primary" disabled={state === 'loading'} onClick={() => void revalidate()}>
          {t('public.reload')}
        </Button>
      </NoticePage>
    );
  }
  if (isOld) return <NewVersion />;
  return (
    <NoticePage hint={error instanceof Error ? error.message : ''} title={t('public.troubleTitle')}>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('public.reload')}
      </Button>
    </NoticePage>
  );
}

function NewVersion(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog aria-describedby="new-version" className="hp-dialog" ref={dialog}>
      <p id="new-version">{t('public.newVersion')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('public.ok')}
      </Button>
    </dialog>
  );
}

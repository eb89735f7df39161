// Asks for confirmation before a navigation discards unsaved input.

import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { Button } from '../components/base/Button.tsx';
import { clearUnsaved, hasUnsaved } from '../components/form/unsaved.ts';
import { t } from '../i18n.ts';
import { clearAllDrafts } from '../session/draftStorage.ts';
import { useSession } from '../session/session.ts';

/**
 * The part of a URL that identifies the page's content, `page` being a layout page; other parameters are filters,
 * which discard no input.
 */
const thingOf = ({ pathname, search }: Location) => {
  const query = new URLSearchParams(search);
  return [pathname, query.get('id'), query.get('uid'), query.get('tab'), query.get('page')].join(' ');
};

export function LeaveGuard(): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // After a forced logout the navigation is not blocked; the input is kept, see session/useDraft.ts.
      hasUnsaved() &&
      useSession.getState().token !== '' &&
      thingOf(currentLocation) !== thingOf(nextLocation),
  );
  const dialog = useRef<HTMLDialogElement>(null);
  const isConfirming = blocker.state === 'blocked';
  useEffect(() => {
    if (isConfirming) dialog.current?.showModal();
  }, [isConfirming]);
  if (blocker.state !== 'blocked') return null;
  const stay = () => blocker.reset();
  const leave = () => {
    // Now rather than when the form unmounts: if the tab is closed meanwhile, the discarded input must not come back.
    clearAllDrafts();
    clearUnsaved();
    blocker.proceed();
  };
  return (
    <dialog aria-labelledby="leave-unsaved" className="hp-dialog" onCancel={stay} ref={dialog}>
      <p id="leave-unsaved">{t('form.unsaved')}</p>
      <div className="hp-dialog-ways">
        <Button onClick={leave}>{t('form.discard')}</Button>
        <Button variant="primary" onClick={stay}>
          {t('form.keep')}
        </Button>
      </div>
    </dialog>
  );
}

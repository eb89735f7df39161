import type { ReactNode } from 'react';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { t } from '../../i18n.ts';

export interface Invited {
  isEmailed: boolean;
  link: string;
}

interface InvitedDialogProps {
  email: string;
  invited: Invited;
  onClose: () => void;
}

/** How the invitation reaches the user: by email, or without a mail server by a link to pass on. */
export function InvitedDialog({ email, invited, onClose }: InvitedDialogProps): ReactNode {
  const { isEmailed, link } = invited;
  return (
    <Dialog onClose={onClose} title={isEmailed ? t('user.invite.done') : t('user.invite.notEmailed')}>
      {isEmailed && <p>{t('user.invite.doneHint', { email })}</p>}
      {!isEmailed && link === '' && <p>{t('user.invite.noLinkHint')}</p>}
      {!isEmailed && link !== '' && (
        <>
          <p>{t('user.invite.linkHint', { email })}</p>
          <p className="hp-invite-link">
            <CopyText label={t('user.invite.link')} text={link} />
          </p>
        </>
      )}
    </Dialog>
  );
}

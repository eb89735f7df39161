// The second approval: shows the changes of each device and the requester before anything is sent.

import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { Dialog } from '../../base/Dialog.tsx';
import { RelativeTime } from '../../base/RelativeTime.tsx';
import { type Change, ChangeList } from './ChangeList.tsx';

/** The changes of one device. */
export interface DeviceChanges {
  sn: string;
  alias: string;
  siteName: string;
  changes: readonly Change[];
  /** Other commands sent with it, line by line. */
  others?: readonly string[];
}

interface ApproveDialogProps {
  devices: readonly DeviceChanges[];
  /** How many devices there are, of which the first are listed. */
  total: number;
  /** '' if the reader may not see the requester. */
  requesterEmail: string;
  requestedAt: number;
  isBusy: boolean;
  onApprove: () => void;
  onClose: () => void;
}

export function ApproveDialog(props: ApproveDialogProps): ReactNode {
  const { devices, total, requesterEmail, requestedAt, isBusy, onApprove, onClose } = props;
  return (
    <Dialog
      isBusy={isBusy}
      isReady={!(devices.length === 0)}
      submit={t('command.approve')}
      onClose={onClose}
      onSubmit={onApprove}
      title={t('command.approveTitle')}
      width={640}
    >
      <p>
        {requesterEmail && t('command.requestedBy', { email: requesterEmail })}{' '}
        <span className="hp-muted">
          <RelativeTime at={requestedAt} isInTable />
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lists scroll by the keyboard too */}
      <section aria-label={t('command.what')} className="hp-approve-list" tabIndex={0}>
        {devices.map(({ sn, alias, siteName, changes, others = [] }) => (
          <div key={sn}>
            <strong>{alias || sn}</strong>{' '}
            <span className="hp-muted">{alias === '' ? siteName : `${sn} · ${siteName}`}</span>
            <ChangeList changes={changes} />
            {others.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        ))}
      </section>
      {total > devices.length && <p>{t('command.more', { count: devices.length })}</p>}
      <p>{t('command.approveHint')}</p>
    </Dialog>
  );
}

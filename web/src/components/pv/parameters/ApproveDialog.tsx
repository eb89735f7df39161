// The second approval: shows the changes of each device and the requester before anything is sent.

import { DECLINE_REASON_MAX } from '@helioport/contract/commands';
import { type ReactNode, useState } from 'react';
import { t } from '../../../i18n.ts';
import { Button } from '../../base/Button.tsx';
import { Dialog } from '../../base/Dialog.tsx';
import { RelativeTime } from '../../base/RelativeTime.tsx';
import { AreaField } from '../../form/FormFields.tsx';
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
  onDecline: (reason: string) => void;
  onClose: () => void;
}

export function ApproveDialog(props: ApproveDialogProps): ReactNode {
  const { devices, total, requesterEmail, requestedAt, isBusy, onApprove, onDecline, onClose } = props;
  const [reason, setReason] = useState<string>();
  const isDeclining = reason !== undefined;
  return (
    <Dialog
      footer={
        isDeclining ? (
          <>
            <Button onClick={() => setReason(undefined)}>{t('ui.back')}</Button>
            <Button
              disabled={reason.trim() === ''}
              isBusy={isBusy}
              isDanger
              onClick={() => onDecline(reason)}
              variant="primary"
            >
              {t('command.decline')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <Button disabled={isBusy} isDanger onClick={() => setReason('')}>
              {t('command.decline')}
            </Button>
            <Button disabled={devices.length === 0} isBusy={isBusy} onClick={onApprove} variant="primary">
              {t('command.approve')}
            </Button>
          </>
        )
      }
      onClose={onClose}
      title={isDeclining ? t('command.declineTitle') : t('command.approveTitle')}
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
      {isDeclining ? (
        <AreaField
          hint={t('command.declineHint')}
          label={t('command.reason')}
          maxLength={DECLINE_REASON_MAX}
          onChange={setReason}
          rows={3}
          value={reason}
        />
      ) : (
        <p>{t('command.approveHint')}</p>
      )}
    </Dialog>
  );
}

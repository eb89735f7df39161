import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { ApproveDialog } from '../../../components/pv/parameters/ApproveDialog.tsx';
import { t } from '../../../i18n.ts';
import type { Run } from './sets.ts';

const DEVICES_SHOWN = 50;

/** Second approval of a run, after reviewing the changes of its devices. */
export function ApproveRun({ one }: { one: Run }): ReactNode {
  const [isReviewing, setReviewing] = useState(false);
  const confirm = useWrite(configuration.inverterRunConfirm);
  const decline = useWrite(configuration.inverterRunDecline);
  const answer = useCall(
    configuration.inverterRunDevices,
    { id: one.id, filters: { state: 'waiting' }, page: { size: DEVICES_SHOWN, num: 0 } },
    { live: 'none', isEnabled: isReviewing },
  );
  const approve = () =>
    confirm.mutate(
      { id: one.id },
      {
        onSuccess: () => {
          setReviewing(false);
          toast(t('parameterSet.confirmed'), 'success');
        },
      },
    );
  const refuse = (reason: string) =>
    decline.mutate(
      { id: one.id, reason },
      {
        onSuccess: () => {
          setReviewing(false);
          toast(t('parameterSet.declined'), 'success');
        },
      },
    );
  return (
    <>
      <Button onClick={() => setReviewing(true)} variant="primary">
        {t('parameterSet.confirmAll')}
      </Button>
      {isReviewing && (
        <ApproveDialog
          devices={answer.data?.list ?? []}
          isBusy={confirm.isPending || decline.isPending}
          onApprove={approve}
          onClose={() => setReviewing(false)}
          onDecline={refuse}
          requestedAt={one.createdAt}
          requesterEmail={one.userEmail}
          total={answer.data?.total ?? 0}
        />
      )}
    </>
  );
}

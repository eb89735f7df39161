import { device as calls } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import { toast } from '../../../ui/base/Toaster.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextField } from '../../../ui/form/FormFields.tsx';
import type { DeviceView } from './deviceView.ts';

interface DialogProps {
  device: DeviceView;
  onClose: () => void;
}

/** Puts the serial on the black list, after saying what that means. */
export function BlackListDialog({ device: { sn, sid }, onClose }: DialogProps): ReactNode {
  const form = useDraft({ reason: '' }, () => ({}));
  const restrict = useWrite(calls.joinBlack, { quiet: true });
  const submit = async () => {
    if (!(await form.save(({ reason }) => restrict.mutateAsync({ sn, sid, reason })))) return;
    toast(t('device.act.blackDone', { sn }), 'success');
    onClose();
  };
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={t('device.act.black')}
      title={t('device.act.blackTitle', { sn })}
    >
      <p className="hp-edit-hint">{t('device.act.blackHint')}</p>
      <TextField
        label={t('device.act.reason')}
        maxLength={200}
        onChange={(reason) => form.change({ reason })}
        value={form.draft.reason}
      />
    </FormDialog>
  );
}

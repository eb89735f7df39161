import { device as calls } from '@helioport/contract/device';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { TextField } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import type { DeviceView } from './deviceView.ts';

interface DialogProps {
  device: DeviceView;
  onClose: () => void;
}

/** Adds the serial number to the blocklist after explaining the effect. */
export function BlackListDialog({ device: { sn, sid }, onClose }: DialogProps): ReactNode {
  const form = useDraft({ reason: '' }, undefined, undefined, fieldRules(calls.joinBlack));
  const restrict = useWrite(calls.joinBlack, { quiet: true });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      work={({ reason }) => restrict.mutateAsync({ sn, sid, reason })}
      done={t('device.act.blackDone', { sn })}
      submit={t('device.act.black')}
      title={t('device.act.blackTitle', { sn })}
    >
      <p className="hp-edit-hint">{t('device.act.blackHint')}</p>
      <TextField {...form.text('reason')} label={t('device.act.reason')} />
    </DraftDialog>
  );
}

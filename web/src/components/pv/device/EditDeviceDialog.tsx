import { device as calls } from '@helioport/contract/device';
import { fieldRules } from '@helioport/contract/fieldRules';
import { parseSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import { ChoiceField, TextField } from '../../form/FormFields.tsx';
import { useProductChoices } from '../productChoices.ts';

/** The device data that the dialogs need. */
export interface NamedDevice {
  sn: string;
  /** Of its plant. */
  sid: string;
  alias: string;
  /** Number of its product; 0: the device reports its model; absent: only the name changes. */
  modelNumber?: number;
  siteName: string;
}

interface DialogProps {
  device: NamedDevice;
  onClose: () => void;
}

/** Edits the name of a device, and its model if the device does not report it. */
export function EditDeviceDialog({ device, onClose }: DialogProps): ReactNode {
  const { sn, sid } = device;
  const first = { alias: device.alias, model: device.modelNumber ? String(device.modelNumber) : '' };
  const form = useDraft(first, undefined, undefined, fieldRules(calls.edit));
  const models = useProductChoices(parseSn(sn)?.vendor);
  const edit = useWrite(calls.edit, { quiet: true, refreshes: ['site', 'overview'] });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      work={({ alias, model }) =>
        edit.mutateAsync({ sn, sid, alias, ...(model === first.model ? {} : { modelNumber: Number(model) }) })
      }
      done={t('device.act.editDone', { sn })}
      submit={t('form.save')}
      title={t(device.modelNumber === undefined ? 'site.edit.renameTitle' : 'device.act.editTitle', { sn })}
    >
      <TextField {...form.text('alias')} label={t('device.list.alias')} />
      {device.modelNumber !== undefined && (
        <ChoiceField
          {...form.choice('model')}
          hint={t('device.act.modelHint')}
          label={t('site.field.model')}
          nothing={t('device.act.modelItself')}
          options={models}
        />
      )}
    </DraftDialog>
  );
}

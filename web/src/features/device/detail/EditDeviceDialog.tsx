import { device as calls } from '@helioport/contract/device';
import { parseSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { ChoiceField, TextField } from '../../../components/form/FormFields.tsx';
import { useProductChoices } from '../../../components/pv/productChoices.ts';
import { t } from '../../../i18n.ts';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import type { DeviceView } from './deviceView.ts';

interface DialogProps {
  device: DeviceView;
  onClose: () => void;
}

/** What people call a device, and which model it is where it does not say so itself. */
export function EditDeviceDialog({ device: { sn, sid, detail }, onClose }: DialogProps): ReactNode {
  const first = { alias: detail.alias, model: detail.model_int === 0 ? '' : String(detail.model_int) };
  const form = useDraft(first);
  const models = useProductChoices(parseSn(sn)?.vendor);
  const edit = useWrite(calls.edit, { quiet: true, refreshes: ['site', 'overview'] });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      work={({ alias, model }) =>
        edit.mutateAsync({
          ...{ sn, sid, alias },
          ...(model === first.model ? {} : { modelNumber: Number(model) }),
        })
      }
      done={t('device.act.editDone', { sn })}
      submit={t('form.save')}
      title={t('device.act.editTitle', { sn })}
    >
      <TextField
        label={t('device.list.alias')}
        maxLength={60}
        onChange={(alias) => form.change({ alias })}
        value={form.draft.alias}
      />
      <ChoiceField
        hint={t('device.act.modelHint')}
        label={t('site.field.model')}
        nothing={t('device.act.modelItself')}
        onChange={(model) => form.change({ model })}
        options={models}
        value={form.draft.model}
      />
    </DraftDialog>
  );
}

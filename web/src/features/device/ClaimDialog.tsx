import { device } from '@helioport/contract/device';
import { fieldRules } from '@helioport/contract/fieldRules';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../api/query.ts';
import { Icon } from '../../components/base/Icon.tsx';
import { ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import type { RemoteOption } from '../../components/form/RemoteSelect.tsx';
import { useProductChoices } from '../../components/pv/productChoices.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { useSiteChoices } from '../../session/remoteChoices.ts';
import { useDraft } from '../../session/useDraft.ts';

interface ClaimDialogProps {
  row: { sn: string; reportCount: number };
  onClose: () => void;
}

/** Assigns a serial number to a plant. Its earlier readings are included, as the dialog explains. */
export function ClaimDialog({ row, onClose }: ClaimDialogProps): ReactNode {
  const [plant, setPlant] = useState<RemoteOption>();
  const plants = useSiteChoices(plant ? [plant] : []);
  const models = useProductChoices(parseSn(row.sn)?.vendor);
  const form = useDraft(
    { sid: '', alias: '', model: '' },
    ({ sid }) => ({ sid: sid === '' ? t('device.claim.plantMissing') : undefined }),
    undefined,
    fieldRules(device.claim),
  );
  const navigate = useNavigate();
  const claim = useWrite(device.claim, { quiet: true, refreshes: ['site', 'overview'] });
  return (
    <DraftDialog
      done={t('device.claim.done', { sn: row.sn })}
      form={form}
      onClose={onClose}
      onSaved={() => void navigate(paths.site(form.draft.sid))}
      submit={t('device.claim.submit')}
      title={t('device.claim.title', { sn: row.sn })}
      work={({ sid, alias, model }) =>
        claim.mutateAsync({ sid, sn: row.sn, alias, modelNumber: model === '' ? null : Number(model) })
      }
    >
      <p className="hp-claim">
        <Icon name="clock" size={18} />
        {t('device.claim.history', { count: row.reportCount })}
      </p>
      <RemoteField
        choices={plants}
        chosen={form.draft.sid}
        error={form.errors.sid}
        label={t('device.claim.plant')}
        onChoose={(sid) => {
          setPlant(plants.options.find(({ value }) => value === sid));
          form.change({ sid });
        }}
        placeholder={t('device.claim.plantSearch')}
      />
      <TextField {...form.text('alias')} label={t('device.claim.alias')} />
      {models.length > 0 && (
        <ChoiceField
          {...form.choice('model')}
          label={t('device.act.model')}
          nothing={t('device.act.modelItself')}
          options={models}
        />
      )}
    </DraftDialog>
  );
}

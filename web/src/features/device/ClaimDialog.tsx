import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../api/query.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import type { RemoteOption } from '../../components/form/RemoteSelect.tsx';
import { useProductChoices } from '../../components/pv/productChoices.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useSiteChoices } from '../../session/remoteChoices.ts';

interface ClaimDialogProps {
  row: OutputOf<typeof device.listNoReg>['list'][number];
  onClose: () => void;
}

/** Assigns a serial number to a plant. Its earlier readings are included, as the dialog explains. */
export function ClaimDialog({ row, onClose }: ClaimDialogProps): ReactNode {
  const [plant, setPlant] = useState<RemoteOption>();
  const plants = useSiteChoices(plant ? [plant] : []);
  const sid = plant?.value;
  const [alias, setAlias] = useState('');
  const [model, setModel] = useState('');
  const models = useProductChoices(parseSn(row.sn)?.vendor);
  const [isMissing, setMissing] = useState(false);
  const navigate = useNavigate();
  const claim = useWrite(device.claim, { refreshes: ['site', 'overview'] });
  const submit = () => {
    if (sid === undefined) {
      setMissing(true);
      return;
    }
    claim.mutate(
      { sid, sn: row.sn, alias, modelNumber: model === '' ? null : Number(model) },
      {
        onSuccess: () => {
          toast(t('device.claim.done', { sn: row.sn }), 'success');
          onClose();
          void navigate(paths.site(sid));
        },
      },
    );
  };
  return (
    <Dialog
      isBusy={claim.isPending}
      submit={t('device.claim.submit')}
      onClose={onClose}
      onSubmit={submit}
      title={t('device.claim.title', { sn: row.sn })}
    >
      <form
        className="hp-claim"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          <Icon name="clock" size={18} />
          {t('device.claim.history', { count: row.reportCount })}
        </p>
        <RemoteField
          choices={plants}
          chosen={plant?.value ?? ''}
          error={isMissing ? t('device.claim.plantMissing') : undefined}
          label={t('device.claim.plant')}
          onChoose={(sid) => {
            setPlant(plants.options.find(({ value }) => value === sid));
            setMissing(false);
          }}
          placeholder={t('device.claim.plantSearch')}
        />
        <TextField label={t('device.claim.alias')} maxLength={60} onChange={setAlias} value={alias} />
        {models.length > 0 && (
          <ChoiceField
            label={t('device.act.model')}
            nothing={t('device.act.modelItself')}
            onChange={setModel}
            options={models}
            value={model}
          />
        )}
        <button hidden type="submit" />
      </form>
    </Dialog>
  );
}

import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { Input, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useSiteChoices } from '../../session/remoteChoices.ts';
import { useProductChoices } from '../../solar/productChoices.ts';
import { Icon } from '../../ui/base/Icon.tsx';
import { toast } from '../../ui/base/Toaster.tsx';
import { ChoiceField } from '../../ui/form/FormFields.tsx';
import { type RemoteOption, RemoteSelect } from '../../ui/form/RemoteSelect.tsx';

interface ClaimDialogProps {
  row: OutputOf<typeof device.listNoReg>['list'][number];
  onClose: () => void;
}

/** Binds a serial to a plant. What it reported before comes along, and the dialog says so. */
export function ClaimDialog({ row, onClose }: ClaimDialogProps): ReactNode {
  const [plant, setPlant] = useState<RemoteOption>();
  const sid = plant?.value;
  const [alias, setAlias] = useState('');
  const [model, setModel] = useState('');
  const models = useProductChoices(parseSn(row.sn)?.vendor);
  const [isMissing, setMissing] = useState(false);
  const navigate = useNavigate();
  const claim = useWrite(device.claim, { refreshes: ['site', 'overview'] });
  const plantId = useId();
  const aliasId = useId();
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
    <Modal
      cancelText={t('device.claim.cancel')}
      confirmLoading={claim.isPending}
      okText={t('device.claim.submit')}
      onCancel={onClose}
      onOk={submit}
      open
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
        <div>
          <label htmlFor={plantId}>{t('device.claim.plant')}</label>
          <PlantChoice
            chosen={plant}
            id={plantId}
            isMissing={isMissing}
            onChoose={(chosen) => {
              setPlant(chosen);
              setMissing(false);
            }}
          />
          {isMissing && (
            <p className="hp-claim-missing" role="alert">
              {t('device.claim.plantMissing')}
            </p>
          )}
        </div>
        <div>
          <label htmlFor={aliasId}>{t('device.claim.alias')}</label>
          <Input
            id={aliasId}
            maxLength={60}
            onChange={(event) => setAlias(event.target.value)}
            value={alias}
          />
        </div>
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
    </Modal>
  );
}

interface PlantChoiceProps {
  id: string;
  chosen: RemoteOption | undefined;
  onChoose: (chosen: RemoteOption | undefined) => void;
  isMissing: boolean;
}

/** A plant found by searching, since there may be ten thousand. */
function PlantChoice({ id, chosen, onChoose, isMissing }: PlantChoiceProps): ReactNode {
  const choices = useSiteChoices(chosen ? [chosen] : []);
  return (
    <RemoteSelect
      {...choices}
      chosen={chosen?.value}
      id={id}
      isWrong={isMissing}
      onChoose={(sid) => onChoose(choices.options.find(({ value }) => value === sid))}
      placeholder={t('device.claim.plantSearch')}
    />
  );
}

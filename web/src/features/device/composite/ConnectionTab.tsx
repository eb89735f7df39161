import { gateway } from '@helioport/contract/gateway';
import { isGateway } from '@helioport/domain/deviceKinds';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { Facts } from '../../../components/base/Facts.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { t } from '../../../i18n.ts';
import type { DeviceView } from '../detail/deviceView.ts';
import { GatewayServer } from './GatewayServer.tsx';
import './machine.css';

/** The broker login of the device, and the server to which a gateway sends its data. */
export default function ConnectionTab({ device }: { device: DeviceView }): ReactNode {
  return (
    <div className="hp-machine-stack">
      {isGateway(device.kind) && <GatewayServer device={device} />}
      <TokenPanel device={device} />
    </div>
  );
}

function TokenPanel({ device: { sn, sid } }: { device: DeviceView }): ReactNode {
  const [isConfirming, setConfirming] = useState(false);
  const answer = useCall(gateway.token, { sn, sid }, { live: 'none' });
  const replace = useWrite(gateway.tokenReplace);
  const key = answer.data;
  const copied = (text: string, label: string) => (text === '' ? '' : <CopyText label={label} text={text} />);
  const confirm = () =>
    replace.mutate(
      { sn, sid },
      {
        onSuccess: () => {
          setConfirming(false);
          toast(t('machine.replaced'), 'success');
        },
      },
    );
  return (
    <Panel
      actions={<Button onClick={() => setConfirming(true)}>{t('machine.replace')}</Button>}
      answer={answer}
      height={220}
      sub={t('machine.tokenHint')}
      title={t('machine.connection')}
    >
      {key && (
        <>
          <Facts
            facts={[
              { title: t('machine.broker'), value: copied(key.broker, t('machine.broker')) },
              { title: t('machine.user'), value: copied(key.user, t('machine.user')) },
              { title: t('machine.token'), value: copied(key.token, t('machine.token')) },
            ]}
          />
          <h3>{t('machine.topics')}</h3>
          <ul className="hp-machine-topics">
            {key.topics.map(({ topic, access }) => (
              <li key={topic}>
                <code>{topic}</code> {t(`machine.access.${access}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      {isConfirming && (
        <FormDialog
          form={{ isBusy: replace.isPending, refusal: '' }}
          isDanger
          onClose={() => setConfirming(false)}
          onSubmit={confirm}
          submit={t('machine.replace')}
          title={t('machine.replaceTitle', { device: sn })}
        >
          <p>{t('machine.replaceHint')}</p>
        </FormDialog>
      )}
    </Panel>
  );
}

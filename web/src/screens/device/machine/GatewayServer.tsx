import { gateway } from '@helioport/contract/gateway';
import { isOpen } from '@helioport/domain/parameters';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { Facts } from '../../../ui/base/Facts.tsx';
import { Panel } from '../../../ui/base/Panel.tsx';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';
import { toast } from '../../../ui/base/Toaster.tsx';
import { TextField } from '../../../ui/form/FormFields.tsx';
import type { DeviceView } from '../detail/deviceView.ts';

/** Where a gateway says that it sends its data, and another place for it. */
export function GatewayServer({ device: { sn, sid, timeZone } }: { device: DeviceView }): ReactNode {
  const answer = useCall(gateway.view, { sn, sid }, { quiet: true, refreshMs: 60_000 });
  const maySet = useMayCall(gateway.bsgServer);
  const send = useWrite(gateway.bsgServer, { refreshes: ['configuration'] });
  const [host, setHost] = useState('');
  const [port, setPort] = useState('1883');
  const { server, online, firmware, isRemote, mayEdit } = answer.data ?? {
    ...{ server: null, online: null, firmware: null, isRemote: false, mayEdit: false },
  };
  const tell = (wanted: { host: string; port: number } | null) =>
    send.mutate(
      { sn, sid, server: wanted },
      {
        onSuccess: ({ told }) => {
          if (told.id === null || told.state === 'refused') toast(told.msg || told.stateTitle, 'error');
          else if (told.state !== null && isOpen(told.state)) toast(t('machine.noAnswer'), 'error');
          else toast(told.stateTitle, 'success');
        },
      },
    );
  const canTell = maySet && mayEdit && isRemote;
  return (
    <Panel
      actions={
        canTell && (
          <Button loading={send.isPending} onClick={() => tell(null)}>
            {t('machine.ask')}
          </Button>
        )
      }
      answer={answer}
      empty={
        !isRemote && { title: t('parameter.notRemote'), hint: t('parameter.notRemoteHint'), icon: 'gateway' }
      }
      sub={server && <RelativeTime at={server.readAt} timeZone={timeZone} />}
      title={t('machine.server')}
    >
      <Facts
        facts={[
          {
            title: t('machine.host'),
            value: server ? `${server.host}:${server.port}` : t('parameter.neverRead'),
          },
          {
            title: t('machine.connection'),
            value: online === null ? '' : t(online.isOnline ? 'status.online' : 'status.offline'),
          },
          { title: t('device.detail.firmware'), value: firmware?.version ?? '' },
        ]}
      />
      {canTell && (
        <form
          className="hp-machine-server"
          onSubmit={(event) => {
            event.preventDefault();
            tell({ host: host.trim(), port: Number(port) });
          }}
        >
          <TextField label={t('machine.newHost')} maxLength={253} onChange={setHost} value={host} />
          <TextField label={t('machine.port')} maxLength={5} onChange={setPort} value={port} />
          <Button disabled={host.trim() === ''} htmlType="submit" loading={send.isPending} type="primary">
            {t('machine.serverSend')}
          </Button>
        </form>
      )}
    </Panel>
  );
}

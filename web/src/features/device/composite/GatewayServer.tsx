import { fieldRules } from '@helioport/contract/fieldRules';
import { gateway } from '@helioport/contract/gateway';
import { isOpen } from '@helioport/domain/parameters';
import type { ReactNode } from 'react';
import { CallFailure } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Facts } from '../../../components/base/Facts.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import type { DeviceView } from '../detail/deviceView.ts';

const nothing = { host: '', port: '1883' };

/** The server that the gateway reports as the target of its data, and a form to change it. */
export function GatewayServer({ device: { sn, sid, timeZone } }: { device: DeviceView }): ReactNode {
  const answer = useCall(gateway.view, { sn, sid }, { refreshMs: 60_000 });
  const maySet = useMayCall(gateway.bsgServer);
  const send = useWrite(gateway.bsgServer, { quiet: true, refreshes: ['configuration'] });
  const form = useDraft(nothing, undefined, `gatewayServer/${sn}`, fieldRules(gateway.bsgServer, 'server'));
  const { server, online, firmware, isRemote, mayEdit } = answer.data ?? {
    server: null,
    online: null,
    firmware: null,
    isRemote: false,
    mayEdit: false,
  };
  /** Sends the new server; an error is thrown. */
  const sendServer = async (wanted: { host: string; port: number } | null): Promise<string> => {
    const { told: result } = await send.mutateAsync({ sn, sid, server: wanted });
    if (result.id === null || result.state === 'refused')
      throw new CallFailure({ message: result.msg || result.stateTitle });
    if (result.state === 'waiting') return result.stateTitle;
    if (result.state !== null && isOpen(result.state))
      throw new CallFailure({ message: t('machine.noAnswer') });
    return result.stateTitle;
  };
  const requestSettings = () =>
    sendServer(null).then(
      (words) => toast(words, 'success'),
      (reason: Error) => toast(reason.message, 'error'),
    );
  const move = async () => {
    let words = '';
    const isMoved = await form.save(async (wanted) => {
      words = await sendServer({ host: wanted.host.trim(), port: Number(wanted.port) });
    });
    if (!isMoved) return;
    form.begin(nothing);
    toast(words, 'success');
  };
  const canSend = maySet && mayEdit && isRemote;
  return (
    <Panel
      actions={
        canSend && (
          <Button isBusy={send.isPending && !form.isBusy} onClick={() => void requestSettings()}>
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
      {canSend && <RestoredNote onDrop={form.dropRestored} />}
      <FormRefusal words={form.refusal} />
      {canSend && (
        <DraftForm className="hp-machine-server" form={form} onSubmit={move}>
          <TextField {...form.text('host')} label={t('machine.newHost')} />
          <TextField {...form.text('port', 5)} label={t('machine.port')} />
          <Button type="submit" isBusy={form.isBusy} variant="primary">
            {t('machine.serverSend')}
          </Button>
        </DraftForm>
      )}
    </Panel>
  );
}

import { battery } from '@helioport/contract/battery';
import type { OutputOf } from '@helioport/contract/endpoint';
import { isOpen } from '@helioport/domain/parameters';
import { type ReactNode, useState } from 'react';
import { CallFailure } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { bytesText } from '../../../components/base/bytes.ts';
import { Facts } from '../../../components/base/Facts.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { ProgressBar } from '../../../components/base/ProgressBar.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { CommandList } from '../../../components/pv/parameters/CommandList.tsx';
import { t } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import type { DeviceView } from '../detail/deviceView.ts';
import './machine.css';
import '../../../components/pv/parameters/parameters.css';
import '../../../components/table/phoneRows.css';

type View = OutputOf<typeof battery.hxParamsView>;

/** What a device that fetches its firmware runs, the newest there is, how far it is with one, and what campaigns brought. */
export function FirmwarePanel({ device: { sn, sid, detail } }: { device: DeviceView }): ReactNode {
  const answer = useCall(battery.hxParamsView, { sn, sid }, { refreshMs: 15_000 });
  const mayInstall = useMayCall(battery.hxOta);
  const [isConfirming, setConfirming] = useState(false);
  if (answer.data === undefined)
    return answer.error ? <FailedState answer={answer} /> : <Skeleton height={320} lines={7} />;
  const { newest, firmware, update, commands, upgrades, isRemote, mayEdit, timezone } = answer.data;
  const isBusy = commands.some((one) => one.firmware !== '' && isOpen(one.state));
  const words = wordsOf(answer.data);
  const canInstall = newest?.isNewer && mayInstall && mayEdit && isRemote && !isBusy;
  return (
    <div className="hp-machine-stack">
      <Panel
        actions={
          canInstall && (
            <Button onClick={() => setConfirming(true)} variant="primary">
              {t('machine.install', { id: newest.version })}
            </Button>
          )
        }
        answer={answer}
        sub={firmware && <RelativeTime at={firmware.readAt} timeZone={timezone} />}
        title={t('device.detail.firmware')}
      >
        {update && <UpdateNow timeZone={timezone} update={update} />}
        <Facts
          facts={[
            { title: t('device.detail.firmware'), value: firmware?.version ?? '' },
            { title: t('device.detail.cpuVersion'), value: detail.cpuVersion },
            { title: t('device.detail.ramVersion'), value: detail.ramVersion },
            { title: t('device.detail.version'), value: detail.version },
            ...(newest ? factsOf(newest) : []),
          ]}
        />
        {words && <p className="hp-muted">{words}</p>}
      </Panel>
      {upgrades.length > 0 && <Upgrades timeZone={timezone} upgrades={upgrades} />}
      {isRemote && <CommandList sid={sid} sn={answer.data.sn} />}
      {isConfirming && newest && (
        <InstallDialog newest={newest} onClose={() => setConfirming(false)} sid={sid} sn={sn} />
      )}
    </div>
  );
}

const factsOf = ({ version, bytes, description }: NonNullable<View['newest']>) => [
  { title: t('machine.newest'), value: version },
  { title: t('ota.field.size'), value: bytesText(bytes) },
  { title: t('ota.field.description'), value: description },
];

/** Why there is nothing to install; '' where there is something. */
function wordsOf({ newest, isRemote }: View): string {
  if (!isRemote) return t('parameter.notRemoteHint');
  if (newest === null) return t('machine.newestNone');
  return newest.isNewer ? '' : t('machine.newestRuns');
}

/** Progress of the update, or its failure. */
function UpdateNow({
  update: { version, state, stateTitle, percent, readAt },
  timeZone,
}: {
  update: NonNullable<View['update']>;
  timeZone: string;
}): ReactNode {
  const words = t('public.labelled', { label: t('command.firmware', { id: version }), value: stateTitle });
  return (
    <div className="hp-machine-update" role="status">
      <span>
        {words} <RelativeTime at={readAt} isInTable timeZone={timeZone} />
      </span>
      {state !== 'failed' && <ProgressBar label={words} percent={percent} />}
    </div>
  );
}

/** Completed and pending firmware updates by campaigns. */
function Upgrades({ upgrades, timeZone }: { upgrades: View['upgrades']; timeZone: string }): ReactNode {
  return (
    <Panel isFlush title={t('ota.campaigns')}>
      <table className="hp-parameter-table hp-phone-rows">
        <thead>
          <tr>
            <th scope="col">{t('ota.field.version')}</th>
            <th scope="col">{t('command.state')}</th>
            <th scope="col">{t('command.at')}</th>
          </tr>
        </thead>
        <tbody>
          {upgrades.map((one) => {
            const at = one.postponedUntil ?? one.endedAt ?? one.sentAt;
            return (
              <tr key={one.campaignId}>
                <td data-label={t('ota.field.version')}>
                  {one.versionName}
                  {one.isForced && <small>{t('ota.forced')}</small>}
                </td>
                <td data-label={t('command.state')}>
                  {one.stateTitle}
                  {one.reason && <small>{one.reason}</small>}
                </td>
                <td data-label={t('command.at')}>
                  {at === null ? '–' : <RelativeTime at={at} isInTable timeZone={timeZone} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

interface InstallDialogProps {
  sn: string;
  sid: string;
  newest: NonNullable<View['newest']>;
  onClose: () => void;
}

function InstallDialog({ sn, sid, newest, onClose }: InstallDialogProps): ReactNode {
  const install = useWrite(battery.hxOta, { quiet: true, refreshes: ['configuration'] });
  const form = useDraft({});
  const { version, url, sha256 } = newest;
  return (
    <DraftDialog
      done={t('machine.installSent')}
      form={form}
      onClose={onClose}
      submit={t('machine.install', { id: version })}
      title={t('machine.installTitle', { id: version, device: sn })}
      work={async () => {
        const { id, msg, stateTitle } = await install.mutateAsync({ sn, sid, version, url, sha256 });
        if (id === null) throw new CallFailure({ message: msg || stateTitle });
      }}
    >
      <p>{t('machine.installHint')}</p>
    </DraftDialog>
  );
}

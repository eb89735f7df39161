import type { OutputOf } from '@helioport/contract/endpoint';
import { gateway } from '@helioport/contract/gateway';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { CheckField } from '../../../components/form/FormFields.tsx';
import { t, wordsFor } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import { type DeviceView, nameOf } from './deviceView.ts';

type Row = OutputOf<typeof gateway.behind>['list'][number];

/** Devices connected through a gateway; users who may change the plant can edit the list. */
export function BehindPanel({ device }: { device: DeviceView }): ReactNode {
  const { sn, sid, timeZone, detail } = device;
  const [isChoosing, setChoosing] = useState(false);
  const answer = useCall(gateway.behind, { sn, sid }, { refreshMs: 60_000 });
  const maySet = useMayCall(gateway.behindSet);
  const rows = answer.data?.list ?? [];
  const behind = rows.filter(({ gatewaySn }) => gatewaySn === sn);
  const canChoose = maySet && answer.data?.mayEdit === true && !detail.isRetired && rows.length > 0;
  return (
    <>
      <Panel
        actions={
          canChoose && <Button onClick={() => setChoosing(true)}>{t('device.detail.behindChoose')}</Button>
        }
        answer={answer}
        empty={
          behind.length === 0 && {
            title: t('device.detail.behindNone'),
            hint: t('device.detail.behindHint'),
            icon: 'gateway',
          }
        }
        height={160}
        title={t('device.detail.behind')}
      >
        <ul className="hp-device-parts">
          {behind.map((row) => (
            <li key={row.sn}>
              <Link to={paths.device(row.sn)}>{nameOf(row)}</Link>
              <StatusTag isPlain severity={row.severity} state={row.state} />
              <RelativeTime at={row.lastReportAt} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      </Panel>
      {isChoosing && <BehindDialog device={device} onClose={() => setChoosing(false)} rows={rows} />}
    </>
  );
}

interface DialogProps {
  device: DeviceView;
  rows: readonly Row[];
  onClose: () => void;
}

function BehindDialog({ device: { sn, sid }, rows, onClose }: DialogProps): ReactNode {
  const form = useDraft({
    sns: rows.filter(({ gatewaySn }) => gatewaySn === sn).map((row) => row.sn),
  });
  const { sns } = form.draft;
  const set = useWrite(gateway.behindSet, { quiet: true, refreshes: ['device', 'site'] });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      work={(draft) => set.mutateAsync({ sn, sid, sns: draft.sns })}
      done={t('device.detail.behindSaved')}
      submit={t('form.save')}
      title={t('device.detail.behind')}
    >
      <p className="hp-muted">{t('device.detail.behindHint')}</p>
      {rows.map((row) => (
        <CheckField
          hint={hintOf(row, sn)}
          isChecked={sns.includes(row.sn)}
          key={row.sn}
          label={row.alias === '' ? row.sn : `${row.alias} (${row.sn})`}
          onChange={(isChecked) =>
            form.change({ sns: isChecked ? [...sns, row.sn] : sns.filter((one) => one !== row.sn) })
          }
        />
      ))}
    </DraftDialog>
  );
}

/** The type of the device, and the other gateway through which it is currently connected. */
const hintOf = ({ kind, gatewaySn }: Row, sn: string): string => {
  const what = wordsFor(`deviceKind.${kind}`, kind);
  return gatewaySn === null || gatewaySn === sn
    ? what
    : `${what} · ${t('device.detail.through')} ${gatewaySn}`;
};

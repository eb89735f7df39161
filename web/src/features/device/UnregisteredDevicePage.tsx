// A serial number without a plant: what is stored about it, and what to do next.
import { device as calls } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { ConnectHelp } from '../../components/pv/ConnectHelp.tsx';
import { wordsOf } from '../../components/pv/history/historyColumns.ts';
import { useReading } from '../../components/pv/reading.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useSession } from '../../session/session.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import { FrameTable } from './FrameTable.tsx';
import '../../components/pv/detail.css';
import './detail/deviceDetail.css';

type Found = OutputOf<typeof calls.listNoRegFrame>;

const schema = urlFields({ sn: text(80) });

export default function UnregisteredDevicePage(): ReactNode {
  const [{ sn }] = useUrlState(schema);
  const answer = useCall(
    calls.listNoRegFrame,
    { sn },
    { live: 'none', refreshMs: 10_000, isEnabled: sn !== '' },
  );
  const [isClaiming, setClaiming] = useState(false);
  const mayClaim = useMayCall(calls.claim);
  const found = answer.data;
  return (
    <Page
      actions={
        mayClaim &&
        found?.device && (
          <Button icon="plus" onClick={() => setClaiming(true)} variant="primary">
            {t('device.claim.open')}
          </Button>
        )
      }
      crumbs={[{ title: pageTitle('noRegGatewayList'), to: paths.unregistered() }]}
      sub={t('status.notRegistered')}
      title={found?.sn ?? (sn || t('device.detail.title'))}
    >
      {sn === '' && <EmptyState icon="device" title={t('device.detail.noSn')} />}
      {found === undefined && answer.error !== null && (
        <>
          <FailedState answer={answer} />
          <p className="hp-plant-away">
            <Link to={paths.device(sn)}>{t('device.unregistered.openInPlant')}</Link>
          </p>
        </>
      )}
      {sn !== '' && found === undefined && answer.error === null && <Skeleton height={480} lines={10} />}
      {found && (
        <>
          <Known found={found} />
          <Next found={found} mayClaim={mayClaim} />
          {found.device !== null && <LastReading found={found} />}
          {found.device !== null && (
            <Panel
              empty={
                found.frames.length === 0 && {
                  title: t('device.frames.none'),
                  hint: t('device.unregistered.noFrames'),
                }
              }
              title={t('device.frames.title')}
            >
              <FrameTable frames={found.frames} />
            </Panel>
          )}
        </>
      )}
      {isClaiming && found?.device && (
        <ClaimDialog
          onClose={() => setClaiming(false)}
          row={{ sn: found.sn, reportCount: found.device.reportCount }}
        />
      )}
    </Page>
  );
}

/** Serial number, model, contacts, and the entry in the list of serial numbers. */
function Known({ found: { sn, device, stock } }: { found: Found }): ReactNode {
  const mayList = useSession((session) => session.pages.includes('snList'));
  const entry = stock === null ? t('device.unregistered.notListed') : stockText(stock);
  return (
    <Panel>
      <Facts
        facts={[
          { title: t('site.field.sn'), value: <CopyText label={t('site.field.sn')} text={sn} /> },
          {
            title: t('site.field.model'),
            value:
              device && device.model !== 0 ? device.modelName : stock?.modelName || t('device.modelUnknown'),
          },
          { title: t('product.field.kind'), value: device?.kindTitle ?? '' },
          {
            title: t('device.field.firstSeen'),
            value: device?.firstAt == null ? '' : <RelativeTime at={device.firstAt} />,
          },
          {
            title: t('site.field.lastReport'),
            value:
              device?.lastAt == null ? '' : <RelativeTime at={device.lastAt} staleAfterMs={STALE_AFTER_MS} />,
          },
          { title: t('device.field.reports'), value: formatNumber(device?.reportCount ?? 0, 0) },
          {
            title: t('device.unregistered.stock'),
            value: mayList && stock !== null ? <Link to={paths.snList({ q: sn })}>{entry}</Link> : entry,
          },
        ]}
      />
    </Panel>
  );
}

function stockText({ isRestricted, restrictedReason, companyName, issuedAt }: NonNullable<Found['stock']>) {
  if (isRestricted)
    return [t('device.list.restricted'), restrictedReason].filter((part) => part !== '').join(': ');
  if (companyName !== '') return t('device.unregistered.issuedTo', { company: companyName });
  return t(issuedAt === null ? 'device.unregistered.notIssued' : 'device.unregistered.issued');
}

/** What to do, by what is known. */
function Next({ found: { device, stock }, mayClaim }: { found: Found; mayClaim: boolean }): ReactNode {
  const hasReported = device !== null && device.firstAt !== null && !device.isRetired;
  const words = () => {
    if (stock?.isRestricted) return t('device.unregistered.nextRestricted');
    if (device?.isRetired) return t('device.unregistered.nextRetired');
    if (!hasReported) return t('device.unregistered.nextConnect');
    return t(mayClaim ? 'device.unregistered.nextClaim' : 'device.unregistered.nextAsk');
  };
  return (
    <Panel title={t('device.unregistered.next')}>
      <p>{words()}</p>
      {!hasReported && !stock?.isRestricted && <ConnectHelp />}
    </Panel>
  );
}

/** The newest reading, value by value. */
function LastReading({ found: { at, values } }: { found: Found }): ReactNode {
  const read = useReading('');
  return (
    <Panel
      empty={at === null && { title: t('device.frame.none'), icon: 'device' }}
      sub={at !== null && <RelativeTime at={at} />}
      title={t('device.detail.output')}
    >
      <dl className="hp-device-output">
        {values.map((one) => (
          <div key={one.id}>
            <dt>{wordsOf(one)}</dt>
            <dd>
              {formatNumber(read(one.unit).of(one.value), one.decimals)} {read(one.unit).unit}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

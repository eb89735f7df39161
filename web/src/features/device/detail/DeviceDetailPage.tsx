// One device: state, production, measurements, events, and commands.
import { device as calls } from '@helioport/contract/device';
import { deviceKind } from '@helioport/domain/deviceKinds';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { Tabs } from '../../../components/base/Tabs.tsx';
import { useNow } from '../../../components/base/time.ts';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { Can } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { titlePage } from '../../../title.ts';
import { DeviceHead } from './DeviceHead.tsx';
import { deviceTabs } from './deviceTabs.ts';
import { type DeviceView, nameOf } from './deviceView.ts';
import '../../../components/pv/detail.css';
import '../../../components/table/rowActions.css';
import './deviceDetail.css';

const placeSchema = urlFields({ sn: text(80), tab: text(40) });

export default function DeviceDetailPage(): ReactNode {
  const [{ sn }] = useUrlState(placeSchema);
  const detail = useCall(calls.detail, { sn }, { isEnabled: sn !== '', refreshMs: 60_000 });
  const sid = detail.data?.sid;
  const overview = useCall(
    calls.statisticsOverview,
    { sn, sid: sid ?? null },
    { isEnabled: sid !== undefined, refreshMs: 60_000 },
  );
  const now = useNow();
  if (detail.data === undefined) {
    return (
      <Page crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={t('device.detail.title')}>
        {sn === '' && (
          <EmptyState
            action={<Link to={paths.sites()}>{t('public.backToSites')}</Link>}
            icon="device"
            title={t('device.detail.noSn')}
          />
        )}
        {sn !== '' && detail.error !== null && (
          <>
            <FailedState answer={detail} />
            <p className="hp-plant-away">
              <Link to={paths.sites()}>{t('public.backToSites')}</Link>
            </p>
            {/* The device may report without belonging to a plant. */}
            <Can call={calls.listNoRegFrame}>
              <p className="hp-plant-away">
                <Link to={paths.unregisteredDevice(sn)}>{t('device.unregistered.open')}</Link>
              </p>
            </Can>
          </>
        )}
        {sn !== '' && detail.error === null && <Skeleton height={480} lines={10} />}
      </Page>
    );
  }
  const { data } = detail;
  return (
    <OneDevice
      device={{
        sn: data.sn,
        sid: data.sid,
        detail: data,
        overview,
        now,
        kind: deviceKind(data.kind),
        timeZone: data.timezone,
      }}
      key={data.sn}
    />
  );
}

function OneDevice({ device }: { device: DeviceView }): ReactNode {
  const [{ tab }, setPlace] = useUrlState(placeSchema);
  const tabs = deviceTabs.filter(({ isFor }) => isFor(device));
  const shown = tabs.find(({ key }) => key === tab) ?? tabs[0];
  const name = nameOf(device.detail);
  useEffect(() => {
    titlePage(name);
  }, [name]);
  return (
    <div className="hp-page">
      <DeviceHead device={device} />
      {shown && (
        <Tabs
          onChange={(key) => setPlace({ tab: key === 'overview' ? '' : key }, { isStep: true })}
          tabs={tabs.map(({ key, title }) => ({ key, title: t(title) }))}
          value={shown.key}
        >
          <shown.Content device={device} />
        </Tabs>
      )}
    </div>
  );
}

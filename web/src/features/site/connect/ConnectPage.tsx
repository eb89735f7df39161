// The data sources of a plant: programs and devices of other manufacturers that send values to it, each with a token.
import { feed } from '@helioport/contract/feed';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { untilFetched } from '../../../connection.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { PlantPage } from '../PlantPage.tsx';
import { FeedForm } from './FeedForm.tsx';
import { FeedList } from './FeedList.tsx';
import { FeedSettings, type NewFeed } from './FeedSettings.tsx';
import './connect.css';

const WebhooksPanel = lazy(() => untilFetched(() => import('../webhooks/WebhooksPanel.tsx')));
const InfluxPanel = lazy(() => untilFetched(() => import('../influx/InfluxPanel.tsx')));

/** The first value should appear soon after it was sent. */
const REFRESH_MS = 4_000;

export default function ConnectPage(): ReactNode {
  return (
    <PlantPage
      related={{ title: t('page.pvPlantImport'), pathOf: paths.siteImport }}
      title={t('page.pvPlantConnect')}
    >
      {({ sid, ...zone }) => <Sources key={sid} sid={sid} {...zone} />}
    </PlantPage>
  );
}

function Sources({ sid, ...zone }: { sid: string; timeZone?: string }): ReactNode {
  const answer = useCall(feed.list, { sid }, { refreshMs: REFRESH_MS });
  const [created, setCreated] = useState<NewFeed | null>(null);
  const list = answer.data?.list ?? [];
  return (
    <div className="hp-feeds">
      {answer.data && (
        <Panel title={t('feed.new')}>
          <FeedForm onCreated={setCreated} sid={sid} />
        </Panel>
      )}
      {created && (
        <Panel title={t('feed.settings', { name: created.name })}>
          <FeedSettings
            feed={created}
            hasValues={list.some((one) => one.id === created.id && one.lastValueAt !== null)}
          />
        </Panel>
      )}
      <Panel answer={answer} height={160} title={t('page.pvPlantConnect')}>
        <FeedList
          list={list}
          onRevoked={(id) => {
            if (created?.id === id) setCreated(null);
          }}
          sid={sid}
          {...zone}
        />
      </Panel>
      {answer.data && (
        <Suspense>
          <WebhooksPanel sid={sid} {...zone} />
          <InfluxPanel sid={sid} {...zone} />
        </Suspense>
      )}
    </div>
  );
}

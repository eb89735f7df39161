// The data sources of a plant: programs and devices of other manufacturers that send values to it, each with a token.
import { feed } from '@helioport/contract/feed';
import { site } from '@helioport/contract/site';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { Page } from '../../../components/base/Page.tsx';
import { EmptyState, Panel } from '../../../components/base/Panel.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { untilFetched } from '../../../connection.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { FeedForm } from './FeedForm.tsx';
import { FeedList } from './FeedList.tsx';
import { FeedSettings, type NewFeed } from './FeedSettings.tsx';
import './connect.css';

const WebhooksPanel = lazy(() => untilFetched(() => import('../webhooks/WebhooksPanel.tsx')));

/** The first value is to show soon after it was sent. */
const REFRESH_MS = 4_000;

const placeSchema = urlFields({ id: text(60) });

export default function ConnectPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  const title = t('page.pvPlantConnect');
  if (id === '')
    return (
      <Page title={title}>
        <EmptyState icon="plant" title={t('site.detail.noId')} />
      </Page>
    );
  return <Connect key={id} sid={id} title={title} />;
}

function Connect({ sid, title }: { sid: string; title: string }): ReactNode {
  const plant = useCall(site.detail, { sid }, { live: 'none', quiet: true });
  const answer = useCall(feed.list, { sid }, { quiet: true, refreshMs: REFRESH_MS });
  const [created, setCreated] = useState<NewFeed | null>(null);
  const name = plant.data?.siteName;
  const list = answer.data?.list ?? [];
  return (
    <Page
      crumbs={[
        { title: pageTitle('pvPlant'), to: paths.sites() },
        ...(name === undefined ? [] : [{ title: name, to: paths.site(sid) }]),
      ]}
      sub={
        <>
          <Link to={paths.site(sid)}>{t('site.edit.toPlant')}</Link>
          {' · '}
          <Link to={paths.siteImport(sid)}>{t('page.pvPlantImport')}</Link>
        </>
      }
      title={name === undefined ? title : `${title} · ${name}`}
    >
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
            {...(plant.data ? { timeZone: plant.data.timezone } : {})}
          />
        </Panel>
        {answer.data && (
          <Suspense>
            <WebhooksPanel sid={sid} {...(plant.data ? { timeZone: plant.data.timezone } : {})} />
          </Suspense>
        )}
      </div>
    </Page>
  );
}

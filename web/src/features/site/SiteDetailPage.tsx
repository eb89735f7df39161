// One plant: present state, energy, and all modules.

import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Tabs } from '../../components/base/Tabs.tsx';
import { useNow } from '../../components/base/time.ts';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { useIsPhone } from '../../components/base/useNarrow.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { fetchWordsAhead } from '../../components/lazyPart.tsx';
import { plantOf } from '../../components/pv/plant.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useSession } from '../../session/session.ts';
import { PlantFacts } from './overview/PlantFacts.tsx';
import { PlantHead } from './PlantHead.tsx';
import { siteTabs, tabKeys } from './siteTabs.tsx';
import { toTab } from './siteWays.ts';
import '../../components/pv/detail.css';

const placeSchema = urlFields({
  id: text(60),
  tab: choice(tabKeys, 'overview'),
});

export default function SiteDetailPage(): ReactNode {
  const [{ id, tab }] = useUrlState(placeSchema);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const detail = useCall(site.detail, { sid: id }, { isEnabled: id !== '', refreshMs: 60_000 });
  const overview = useCall(site.overview, { sid: id }, { isEnabled: id !== '', refreshMs: 60_000 });
  const now = useNow();
  const isPhone = useIsPhone();
  const modules = useSession(({ pageModules }) => pageModules);
  if (detail.data === undefined) {
    const isMissing = id === '';
    return (
      <Page crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={t('page.pvPlantDetail')}>
        {isMissing && (
          <EmptyState
            action={<Link to={paths.sites()}>{t('public.backToSites')}</Link>}
            icon="plant"
            title={t('site.detail.noId')}
          />
        )}
        {!isMissing && detail.error !== null && <FailedState answer={detail} />}
        {!isMissing && detail.error === null && <Skeleton height={480} lines={10} />}
      </Page>
    );
  }
  const plant = plantOf(id, detail.data, overview, now);
  const tabs = siteTabs.filter((one) => !('module' in one) || modules.includes(one.module));
  const { key: shown, Content } = tabs.find(({ key }) => key === tab) ?? siteTabs[0];
  return (
    <div className="hp-page">
      <PlantHead plant={plant} />
      <Tabs
        onChange={(key) =>
          void navigate(
            { search: toTab(search, key === 'overview' ? '' : key).toString() },
            { preventScrollReset: true },
          )
        }
        onNear={fetchWordsAhead}
        tabs={tabs.map(({ key, title }) => ({ key, title: t(title) }))}
        value={shown}
      >
        <Content plant={plant} />
        {isPhone && shown === 'overview' && <PlantFacts plant={plant} />}
      </Tabs>
    </div>
  );
}

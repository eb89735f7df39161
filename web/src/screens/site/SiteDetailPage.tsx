// One plant: what it does now, what it has produced, and every module of it.

import { site } from '@helioport/contract/site';
import { Button, Tabs } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { type Plant, plantOf } from '../../solar/plant.ts';
import { Icon } from '../../ui/base/Icon.tsx';
import { Page } from '../../ui/base/Page.tsx';
import { Bones, EmptyState, FailedState } from '../../ui/base/Panel.tsx';
import { useNow } from '../../ui/base/time.ts';
import { choice, text, urlFields } from '../../ui/base/urlFields.ts';
import { useUrlState } from '../../ui/base/useUrlState.ts';
import { PlantFacts } from './overview/PlantFacts.tsx';
import { printPlant } from './overview/printPlant.ts';
import { SiteOverviewTab } from './overview/SiteOverviewTab.tsx';
import './siteDetail.css';

const SiteEnergyTab = lazy(() => untilFetched(() => import('./energy/SiteEnergyTab.tsx')));
const SiteHistoryTab = lazy(() => untilFetched(() => import('./history/SiteHistoryTab.tsx')));
const SiteModulesTab = lazy(() => untilFetched(() => import('./modules/SiteModulesTab.tsx')));

const tabs = ['overview', 'energy', 'modules', 'history'] as const;
type Tab = (typeof tabs)[number];

const placeSchema = urlFields({
  id: text(60),
  tab: choice(tabs, 'overview'),
});

export default function SiteDetailPage(): ReactNode {
  const [{ id, tab }, setPlace] = useUrlState(placeSchema);
  const detail = useCall(site.detail, { sid: id }, { quiet: true, isEnabled: id !== '', refreshMs: 60_000 });
  const overview = useCall(
    site.overview,
    { sid: id },
    { quiet: true, isEnabled: id !== '', refreshMs: 60_000 },
  );
  const now = useNow();
  if (detail.data === undefined) {
    const isMissing = id === '';
    return (
      <Page title={t('page.pvPlantDetail')}>
        {isMissing && (
          <EmptyState
            action={<Link to={paths.sites()}>{t('public.backToSites')}</Link>}
            icon="plant"
            title={t('site.detail.noId')}
          />
        )}
        {!isMissing && detail.error !== null && (
          <>
            <FailedState answer={detail} />
            <p className="hp-plant-away">
              <Link to={paths.sites()}>{t('public.backToSites')}</Link>
            </p>
          </>
        )}
        {!isMissing && detail.error === null && <Bones height={480} lines={10} />}
      </Page>
    );
  }
  const plant = plantOf(id, detail.data, overview, now);
  return (
    <Page
      actions={
        <Button
          className="hp-plant-print"
          icon={<Icon name="print" size={16} />}
          onClick={() => void printPlant()}
        >
          {t('site.print')}
        </Button>
      }
      sub={<PlantFacts plant={plant} />}
      title={detail.data.siteName}
    >
      <Tabs
        activeKey={tab}
        className="hp-tabs"
        destroyOnHidden
        items={tabs.map((key) => ({ key, label: labelOf(key), children: contentOf(key, plant) }))}
        onChange={(key) => setPlace({ tab: placeSchema.shape.tab.parse(key) }, { isStep: true })}
      />
    </Page>
  );
}

function labelOf(tab: Tab): string {
  switch (tab) {
    case 'overview':
      return t('site.tab.overview');
    case 'energy':
      return t('site.tab.energy');
    case 'modules':
      return t('site.tab.modules');
    case 'history':
      return t('site.tab.history');
  }
}

function contentOf(tab: Tab, plant: Plant): ReactNode {
  if (tab === 'overview') return <SiteOverviewTab plant={plant} />;
  return (
    <Suspense fallback={<Bones height={480} lines={10} />}>
      {tab === 'energy' && <SiteEnergyTab plant={plant} />}
      {tab === 'modules' && <SiteModulesTab plant={plant} />}
      {tab === 'history' && <SiteHistoryTab plant={plant} />}
    </Suspense>
  );
}

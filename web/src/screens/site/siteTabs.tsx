// The tabs of a plant, in their order. Its devices stand on the overview, and its settings are a page of their own behind
// the button beside its name: docs/decisions/038-devices.md says why neither is a tab.
import { type ComponentType, lazy } from 'react';
import { untilFetched } from '../../connection.ts';
import type { WordKey } from '../../i18n.ts';
import type { Plant } from '../../solar/plant.ts';
import { SiteOverviewTab } from './overview/SiteOverviewTab.tsx';

interface SiteTab {
  /** As the address has it. */
  key: string;
  title: WordKey;
  Content: ComponentType<{ plant: Plant }>;
}

export const siteTabs = [
  { key: 'overview', title: 'site.tab.overview', Content: SiteOverviewTab },
  {
    key: 'energy',
    title: 'site.tab.energy',
    Content: lazy(() => untilFetched(() => import('./energy/SiteEnergyTab.tsx'))),
  },
  {
    key: 'modules',
    title: 'site.tab.modules',
    Content: lazy(() => untilFetched(() => import('./modules/SiteModulesTab.tsx'))),
  },
  {
    key: 'history',
    title: 'site.tab.history',
    Content: lazy(() => untilFetched(() => import('./history/SiteHistoryTab.tsx'))),
  },
  {
    key: 'reports',
    title: 'site.tab.reports',
    Content: lazy(() => untilFetched(() => import('./reports/SiteReportsTab.tsx'))),
  },
  {
    key: 'events',
    title: 'site.tab.events',
    Content: lazy(() => untilFetched(() => import('./events/SiteEventsTab.tsx'))),
  },
] as const satisfies readonly SiteTab[];

export const tabKeys = siteTabs.map(({ key }) => key);

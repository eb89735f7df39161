// The tabs of a plant, in order. Devices are part of the overview, and settings are a separate page behind a button
// next to the plant's name; see docs/decisions/2026-11-22-device-lists-and-downloads.md. The overview does not use the
// UI kit, which is loaded with the other tabs.
import type { ComponentType } from 'react';
import { lazyWithWords } from '../../components/lazyPart.tsx';
import type { Plant } from '../../components/pv/plant.ts';
import type { WordKey } from '../../i18n.ts';
import { SiteOverviewTab } from './overview/SiteOverviewTab.tsx';

interface SiteTab {
  /** As the address has it. */
  key: string;
  title: WordKey;
  Content: ComponentType<{ plant: Plant }>;
  /** Part of the page that the role must hold; default none. */
  module?: string;
}

export const siteTabs = [
  { key: 'overview', title: 'site.tab.overview', Content: SiteOverviewTab },
  {
    key: 'energy',
    title: 'site.tab.energy',
    Content: lazyWithWords(async () => (await import('./energy/SiteEnergyTab.tsx')).default),
  },
  {
    key: 'modules',
    title: 'site.tab.modules',
    Content: lazyWithWords(async () => (await import('./modules/SiteModulesTab.tsx')).default),
  },
  {
    key: 'findings',
    title: 'site.tab.findings',
    module: 'pvPlant:findings',
    Content: lazyWithWords(async () => (await import('./findings/SiteFindingsTab.tsx')).default),
  },
  {
    key: 'history',
    title: 'site.tab.history',
    Content: lazyWithWords(async () => (await import('./history/SiteHistoryTab.tsx')).default),
  },
  {
    key: 'reports',
    title: 'site.tab.reports',
    Content: lazyWithWords(async () => (await import('./reports/SiteReportsTab.tsx')).default),
  },
  {
    key: 'events',
    title: 'site.tab.events',
    Content: lazyWithWords(async () => (await import('./events/SiteEventsTab.tsx')).default),
  },
] as const satisfies readonly SiteTab[];

export const tabKeys = siteTabs.map(({ key }) => key);

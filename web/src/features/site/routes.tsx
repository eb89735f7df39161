// The screens of plants: the list of all, and one in detail.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';
import SiteListPage from './list/SiteListPage.tsx';
import { ofPlant, plantIdIn } from './plantAddress.ts';
import { isOtherPlant, prefetchPlant } from './prefetchPlant.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.sites(),
    handle: {
      name: 'pvPlant',
      isLight: true,
      alsoNeeds: (search) => (search.get('view') === 'map' ? 'pvPlantMap' : undefined),
    },
    // Part of the route table's chunk: it is the first page of almost all users.
    Component: SiteListPage,
  },
  ofPlant({
    path: paths.siteDetail(),
    handle: { name: 'pvPlantDetail', parent: 'pvPlant', isLight: true },
    loader: prefetchPlant,
    shouldRevalidate: isOtherPlant,
    lazy: lazyPage(() => import('./SiteDetailPage.tsx')),
  }),
  {
    path: paths.finding(),
    handle: { name: 'pvPlantFinding', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./findings/FindingPage.tsx')),
  },
  ofPlant({
    path: paths.siteNew(),
    handle: {
      name: 'pvPlantEdit',
      parent: 'pvPlant',
      // Without a plant it is the wizard for a new one.
      alsoNeeds: (search) => (plantIdIn(search) ? undefined : 'pvPlantEdit'),
    },
    lazy: lazyPage(() => import('./settings/SiteEditPage.tsx')),
  }),
  {
    path: paths.cloudImport(),
    handle: { name: 'cloudImport', parent: 'pvPlant', alsoNeeds: () => 'pvPlantEdit' },
    lazy: lazyPage(() => import('./cloudImport/CloudImportPage.tsx')),
  },
  {
    path: paths.siteOffer(),
    handle: { name: 'pvPlantOffer', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./OfferPage.tsx')),
  },
  ofPlant({
    path: paths.siteLayout(),
    handle: { name: 'pvPlantLayout', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./layout/LayoutPage.tsx')),
  }),
  ofPlant({
    path: paths.siteCommission(),
    handle: { name: 'pvPlantCommission', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./commission/CommissionPage.tsx')),
  }),
  ofPlant({
    path: paths.siteConnect(),
    handle: { name: 'pvPlantConnect', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./connect/ConnectPage.tsx')),
  }),
  ofPlant({
    path: paths.siteImport(),
    handle: { name: 'pvPlantImport', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./imports/ImportPage.tsx')),
  }),
  ofPlant({
    path: paths.reportSetting(),
    handle: { name: 'pvPlantReportSetting', parent: 'pvPlant', isLight: true },
    lazy: lazyPage(() => import('./ReportSettingPage.tsx')),
  }),
  ofPlant({
    path: paths.parameterSetting(),
    handle: { name: 'pvPlantParameterSetting', parent: 'pvPlant' },
    lazy: lazyPage(() => import('./parameters/ParameterPage.tsx')),
  }),
];

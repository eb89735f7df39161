// Firmware and its campaigns, parameter sets, and product documents.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.otaFiles(),
    handle: { name: 'otaFile' },
    lazy: lazyPage(() => import('./OtaFilePage.tsx')),
  },
  {
    path: paths.otaFileEdit(),
    handle: { name: 'otaFileEdit', parent: 'otaFile' },
    lazy: lazyPage(() => import('./OtaEditPage.tsx')),
  },
  {
    path: paths.otaCampaign(),
    handle: { name: 'otaCampaign', parent: 'otaFile' },
    lazy: lazyPage(() => import('./CampaignPage.tsx')),
  },
  {
    path: paths.inverterSets(),
    handle: { name: 'inverterSet' },
    lazy: lazyPage(() => import('./sets/ParameterSetPage.tsx')),
  },
  {
    path: paths.inverterSetApply(),
    handle: { name: 'inverterSetApply', parent: 'inverterSet' },
    lazy: lazyPage(() => import('./sets/ApplyPage.tsx')),
  },
  {
    path: paths.inverterRun(),
    handle: { name: 'inverterRun', parent: 'inverterSet' },
    lazy: lazyPage(() => import('./sets/RunPage.tsx')),
  },
  {
    path: paths.documentation(),
    handle: { name: 'documentation' },
    lazy: lazyPage(() => import('./DocumentListPage.tsx')),
  },
  {
    path: paths.documentEdit(),
    handle: { name: 'documentationEdit', parent: 'documentation' },
    lazy: lazyPage(() => import('./DocumentEditPage.tsx')),
  },
];

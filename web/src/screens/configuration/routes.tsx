// Firmware and its campaigns, and what people are told about products.
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

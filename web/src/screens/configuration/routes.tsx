// What people are told about products.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
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

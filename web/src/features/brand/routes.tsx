// The brands that the portal can wear.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.brands(),
    handle: { name: 'brands' },
    lazy: lazyPage(() => import('./BrandsPage.tsx')),
  },
  {
    path: paths.brandEdit(),
    handle: { name: 'brandEdit', parent: 'brands' },
    lazy: lazyPage(() => import('./BrandEditPage.tsx')),
  },
];

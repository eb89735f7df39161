// Pages of the products: models, and the list of their serial numbers.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.products(),
    handle: { name: 'products' },
    lazy: lazyPage(() => import('./ProductsPage.tsx')),
  },
  {
    path: paths.productEdit(),
    handle: { name: 'productEdit', parent: 'products' },
    lazy: lazyPage(() => import('./ProductEditPage.tsx')),
  },
  {
    path: paths.snList(),
    handle: { name: 'snList' },
    lazy: lazyPage(() => import('./SnListPage.tsx')),
  },
  {
    path: paths.bdmPassword(),
    handle: { name: 'generateBDMPassword' },
    lazy: lazyPage(() => import('./BdmPasswordPage.tsx')),
  },
];

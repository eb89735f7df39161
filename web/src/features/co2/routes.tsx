// CO2 factors of the grid by country.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.co2Factors(),
    handle: { name: 'co2Factors' },
    lazy: lazyPage(() => import('./Co2FactorsPage.tsx')),
  },
];

// All screens behind the login, by module. Loaded with the first of them, so that the login page stays small.

import { withWords } from '../components/lazyPart.tsx';
import { routes as accountRoutes } from '../features/account/routes.tsx';
import { routes as alarmRoutes } from '../features/alarm/routes.tsx';
import { routes as authRoutes } from '../features/auth/routes.tsx';
import { routes as brandRoutes } from '../features/brand/routes.tsx';
import { routes as co2Routes } from '../features/co2/routes.tsx';
import { routes as configurationRoutes } from '../features/configuration/routes.tsx';
import { routes as dashboardRoutes } from '../features/dashboard/routes.tsx';
import { routes as deviceRoutes } from '../features/device/routes.tsx';
import { routes as fleetRoutes } from '../features/fleet/routes.tsx';
import { routes as healthRoutes } from '../features/health/routes.tsx';
import { routes as mailRoutes } from '../features/mail/routes.tsx';
import { routes as productRoutes } from '../features/product/routes.tsx';
import { routes as siteRoutes } from '../features/site/routes.tsx';
import { routes as userRoutes } from '../features/user/routes.tsx';
import type { ScreenRoute } from '../paths.ts';

/** Modules of plants and users. */
const routesByFeature: ScreenRoute[] = [
  ...siteRoutes,
  ...dashboardRoutes,
  ...fleetRoutes,
  ...deviceRoutes,
  ...alarmRoutes,
  ...authRoutes,
  ...brandRoutes,
  ...co2Routes,
];

/** Modules with texts of their own (web/localeParts.ts), loaded in parallel. */
const offices: ScreenRoute[] = [
  ...accountRoutes,
  ...productRoutes,
  ...configurationRoutes,
  ...mailRoutes,
  ...healthRoutes,
  ...userRoutes,
];

/** Most screens need texts beyond those of the first paint; these are loaded in parallel. */
function withItsWords(route: ScreenRoute, isOffice: boolean): ScreenRoute {
  const { handle, lazy } = route;
  if (handle.isLight || typeof lazy !== 'function') return route;
  const load = async () => {
    const { Component } = await lazy();
    if (!Component) throw new Error(`${handle.name} has no component`);
    return Component;
  };
  return { ...route, lazy: async () => ({ Component: await withWords(load, isOffice) }) };
}

export const screens: ScreenRoute[] = [
  ...routesByFeature.map((route) => withItsWords(route, false)),
  ...offices.map((route) => withItsWords(route, true)),
];

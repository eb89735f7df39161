// All screens behind the sign-in, room by room. Fetched with the first of them: the login page need not know them.
import type { ScreenRoute } from '../paths.ts';
import { routes as accountRoutes } from '../screens/account/routes.tsx';
import { routes as alarmRoutes } from '../screens/alarm/routes.tsx';
import { routes as authRoutes } from '../screens/auth/routes.tsx';
import { routes as brandRoutes } from '../screens/brand/routes.tsx';
import { routes as co2Routes } from '../screens/co2/routes.tsx';
import { routes as configurationRoutes } from '../screens/configuration/routes.tsx';
import { routes as dashboardRoutes } from '../screens/dashboard/routes.tsx';
import { routes as deviceRoutes } from '../screens/device/routes.tsx';
import { routes as healthRoutes } from '../screens/health/routes.tsx';
import { routes as mailRoutes } from '../screens/mail/routes.tsx';
import { routes as productRoutes } from '../screens/product/routes.tsx';
import { routes as siteRoutes } from '../screens/site/routes.tsx';
import { routes as userRoutes } from '../screens/user/routes.tsx';
import { withKit } from '../ui/kit/loadKit.tsx';

/** Rooms of plants and people. */
const rooms: ScreenRoute[] = [
  ...siteRoutes,
  ...dashboardRoutes,
  ...deviceRoutes,
  ...alarmRoutes,
  ...authRoutes,
  ...brandRoutes,
  ...co2Routes,
];

/** Rooms that have words of their own (web/localeParts.ts), fetched beside them. */
const offices: ScreenRoute[] = [
  ...accountRoutes,
  ...productRoutes,
  ...configurationRoutes,
  ...mailRoutes,
  ...healthRoutes,
  ...userRoutes,
];

/** Most screens are drawn with the component kit, which is fetched beside them. */
function withItsKit(route: ScreenRoute, isOffice: boolean): ScreenRoute {
  const { handle, lazy } = route;
  if (handle.isLight || typeof lazy !== 'function') return route;
  const load = async () => {
    const { Component } = await lazy();
    if (!Component) throw new Error(`${handle.name} has no component`);
    return Component;
  };
  return { ...route, lazy: async () => ({ Component: await withKit(load, isOffice) }) };
}

export const screens: ScreenRoute[] = [
  ...rooms.map((route) => withItsKit(route, false)),
  ...offices.map((route) => withItsKit(route, true)),
];

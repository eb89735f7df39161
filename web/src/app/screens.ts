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

const all: ScreenRoute[] = [
  ...siteRoutes,
  ...accountRoutes,
  ...dashboardRoutes,
  ...deviceRoutes,
  ...productRoutes,
  ...alarmRoutes,
  ...configurationRoutes,
  ...userRoutes,
  ...authRoutes,
  ...brandRoutes,
  ...co2Routes,
  ...mailRoutes,
  ...healthRoutes,
];

/** Most screens are drawn with the component kit, which is fetched beside them. */
function withItsKit(route: ScreenRoute): ScreenRoute {
  const { handle, lazy } = route;
  if (handle.isLight || typeof lazy !== 'function') return route;
  const load = async () => {
    const { Component } = await lazy();
    if (!Component) throw new Error(`${handle.name} has no component`);
    return Component;
  };
  return { ...route, lazy: async () => ({ Component: await withKit(load) }) };
}

export const screens: ScreenRoute[] = all.map(withItsKit);

// All screens behind the sign-in, room by room. Fetched with the first of them: the login page need not know them.
import type { ScreenRoute } from '../paths.ts';
import { routes as accountRoutes } from '../screens/account/routes.tsx';
import { routes as authRoutes } from '../screens/auth/routes.tsx';
import { routes as brandRoutes } from '../screens/brand/routes.tsx';
import { routes as co2Routes } from '../screens/co2/routes.tsx';
import { routes as deviceRoutes } from '../screens/device/routes.tsx';
import { routes as healthRoutes } from '../screens/health/routes.tsx';
import { routes as mailRoutes } from '../screens/mail/routes.tsx';
import { routes as siteRoutes } from '../screens/site/routes.tsx';
import { routes as userRoutes } from '../screens/user/routes.tsx';

export const screens: ScreenRoute[] = [
  ...siteRoutes,
  ...accountRoutes,
  ...deviceRoutes,
  ...userRoutes,
  ...authRoutes,
  ...brandRoutes,
  ...co2Routes,
  ...mailRoutes,
  ...healthRoutes,
];

// All routes of the portal and their guards: public pages first, then the shell with the screens of all modules, then
// the page for unknown paths.
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  redirect,
  redirectDocument,
  replace,
} from 'react-router';
import { CallFailure } from '../api/failure.ts';
import { toast } from '../components/base/Toaster.tsx';
import { OutdatedPortal, whyMissing } from '../connection.ts';
import LoginPage from '../features/account/LoginPage.tsx';
import { loadShellWords, t } from '../i18n.ts';
import { lazyPage, type PageHandle, paths, type ScreenRoute } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { loadMenus } from '../session/signing.ts';
import { rememberVisit } from '../session/visits.ts';
import { ErrorPage } from './ErrorPage.tsx';
import {
  awayFromShell,
  insteadOfForbidden,
  isOfAncestor,
  mayEnter,
  onwardFromLogin,
  type Place,
} from './guard.ts';
import { endProgress, startProgress } from './progress.ts';
import { Root } from './Root.tsx';
import type { ShellAnswer } from './shellAnswer.ts';

const SHELL = 'shell';

/** Empty until the first page behind the login is opened. */
let screens: ScreenRoute[] = [];

async function loadShell() {
  const words = loadShellWords();
  const { Shell } = await import('./first.ts');
  await words;
  return { Component: Shell };
}

const placeOf = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url);
  return { path: pathname, fullPath: pathname + search };
};

const handleOf = (path: string): PageHandle | undefined =>
  matchRoutes(screens, path)?.at(-1)?.route.handle as PageHandle | undefined;

async function guardShell(args: LoaderFunctionArgs): Promise<Response | ShellAnswer> {
  const place = placeOf(args);
  const away = awayFromShell(place, useSession.getState());
  if (away !== null) return redirect(away);
  try {
    await loadMenus();
  } catch (reason) {
    // The session is already cleared, so redirect to the login.
    if (reason instanceof CallFailure && reason.status === 401) return redirect(paths.login(place.fullPath));
    throw reason;
  }
  const session = useSession.getState();
  const pages = session.pages.join();
  if (!mayEnter(handleOf(place.path), place, session)) {
    const first = screens.find(({ handle }) => handle.name === session.pages[0]);
    const away = insteadOfForbidden(place, first?.path);
    return away === null ? { isForbidden: true, pages } : redirect(away);
  }
  return (await insteadOf(place)) ?? { isForbidden: false, pages };
}

/** URL of the current page; '' before the first. */
let shown = '';

/**
 * Loads the screen of a path; null: it is loaded. Without a connection the current page stays, with a note. With one,
 * the path is reloaded by the browser: some browsers cache a failed import.
 */
async function insteadOf(place: Place): Promise<Response | null> {
  const load = matchRoutes(screens, place.path)?.at(-1)?.route.lazy;
  if (shown === '' || typeof load !== 'function') return null;
  try {
    await load();
    return null;
  } catch {
    const why = await whyMissing();
    if (why === 'outdated') throw new OutdatedPortal();
    if (why === 'unknown') return redirectDocument(place.fullPath);
    toast(t('public.offlinePage'), 'error');
    return replace(shown);
  }
}

function guardLogin(): Response | null {
  const onward = onwardFromLogin(useSession.getState());
  return onward === null ? null : redirect(onward);
}

async function guardUnknown(args: LoaderFunctionArgs): Promise<Response | null> {
  if (isOfAncestor(placeOf(args))) return redirect(paths.login());
  // The page shows the menu with the notice if possible; without it the notice is enough.
  await loadMenus().catch(() => undefined);
  return null;
}

const linked = () => import('./linkedPages.ts');

/** Creates the router and starts with the browser's current URL. */
export function openRouter() {
  let hasScreens = false;
  const routes: RouteObject[] = [
    {
      element: <Root prefetch={loadShell} />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <></>,
      children: [
        {
          path: paths.login(),
          loader: guardLogin,
          Component: LoginPage,
        },
        {
          path: paths.setup(),
          loader: guardLogin,
          lazy: lazyPage(() => import('../features/account/SetupPage.tsx')),
        },
        { path: paths.register(), lazy: lazyPage(() => import('../features/account/RegisterPage.tsx')) },
        {
          path: paths.forgotten(),
          lazy: lazyPage(() => import('../features/account/ForgotPasswordPage.tsx')),
        },
        { path: paths.reset(), lazy: lazyPage(async () => (await linked()).resetPwdPage()) },
        {
          path: paths.verifyEmail(),
          lazy: lazyPage(() => import('../features/account/VerifyEmailPage.tsx')),
        },
        { path: paths.endReports(), lazy: lazyPage(async () => (await linked()).endReportsPage()) },
        { path: paths.acknowledge(), lazy: lazyPage(async () => (await linked()).acknowledgePage()) },
        { path: paths.privacy(), lazy: lazyPage(async () => (await linked()).privacyPage()) },
        { path: paths.publicPlant(), lazy: lazyPage(() => import('../features/public/PublicPlantPage.tsx')) },
        { path: paths.forbidden(), lazy: lazyPage(() => import('./ForbiddenPage.tsx')) },
        {
          id: SHELL,
          loader: guardShell,
          shouldRevalidate: () => true,
          errorElement: <ErrorPage />,
          lazy: loadShell,
        },
        { path: '*', loader: guardUnknown, lazy: lazyPage(() => import('./NotFoundPage.tsx')) },
      ],
    },
  ];
  return createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ patch }) => {
      if (hasScreens) return;
      ({ screens } = await import('./first.ts'));
      hasScreens = true;
      patch(SHELL, screens);
    },
  });
}

/** Shows navigation progress and records the last page from now on. */
export function watchRouter(router: ReturnType<typeof openRouter>): void {
  const look = ({ navigation, location, initialized, loaderData }: typeof router.state) => {
    if (!initialized || navigation.state !== 'idle') {
      startProgress();
      return;
    }
    endProgress();
    if (!handleOf(location.pathname) || (loaderData[SHELL] as ShellAnswer | null)?.isForbidden) {
      shown = '';
      return;
    }
    shown = location.pathname + location.search;
    rememberVisit(shown);
  };
  look(router.state);
  router.subscribe(look);
}

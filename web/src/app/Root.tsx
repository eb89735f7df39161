import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Toaster } from '../components/base/Toaster.tsx';
import { untilFetched } from '../connection.ts';
import { useMaintenance } from '../session/maintenance.ts';
import { useSession } from '../session/session.ts';

const MaintenancePage = lazy(() =>
  untilFetched(async () => ({ default: (await import('./MaintenancePage.tsx')).MaintenancePage })),
);

/** Common to all pages: toasts, scroll position, and focus after a navigation. */
export function Root({ prefetch }: { prefetch: () => Promise<unknown> }): ReactNode {
  const { pathname } = useLocation();
  const isSignedIn = useSession((session) => session.token !== '');
  const isShutOut = useMaintenance((state) => state.isShutOut) && isSignedIn;
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A new page starts at the top.
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement)) return;
      removeEventListener('focusin', onFocus);
      // Prefetch only: on failure the navigation retries and shows the error.
      void prefetch().catch(() => undefined);
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, [prefetch]);
  return (
    <>
      {isShutOut ? (
        <Suspense fallback={null}>
          <MaintenancePage />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Toaster />
      <ScrollRestoration getKey={(location) => location.pathname} />
    </>
  );
}

// The frame of all pages behind the login: sider, header, screen, footer.
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLoaderData, useRevalidator } from 'react-router';
import { onRights, openLive, useLiveRefresh } from '../../api/live.ts';
import { queryClient } from '../../api/query.ts';
import { useHasNoSider, useIsPhone } from '../../components/base/useNarrow.ts';
import { lazyWithWords } from '../../components/lazyPart.tsx';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { Footer, MaintenanceNote } from '../../session/Footer.tsx';
import { loadFormats, useHasFormats } from '../../session/formats.ts';
import { useSession } from '../../session/session.ts';
import { renewMenus } from '../../session/signing.ts';
import { ViewAsNote } from '../../session/ViewAsNote.tsx';
import { ConnectionBanner } from '../ConnectionBanner.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { QueueBanner } from '../QueueBanner.tsx';
import type { ShellAnswer } from '../shellAnswer.ts';
import { BackButton } from './BackButton.tsx';
import { BottomBar } from './BottomBar.tsx';
import { DemoNotice } from './DemoNotice.tsx';
import { openDialog } from './dialogs.ts';
import { Header } from './Header.tsx';
import { ShellDialogs } from './ShellDialogs.tsx';
import { Sider } from './Sider.tsx';
import '../../components/base/shellIcons.ts';
import './shell.css';

const ShellNotice = lazy(() => untilFetched(() => import('../ShellNotice.tsx')));
const PhoneMenu = lazyWithWords(async () => (await import('./PhoneMenu.tsx')).PhoneMenu);

// Another user, or the same one in another company, must not see cached data of the previous session. Cleared before
// any screen renders for the new session, so that it requests its data again.
useSession.subscribe((now, before) => {
  if (now.token !== before.token) queryClient.clear();
});

interface ShellProps {
  /** True: unknown path. */
  isUnknown?: boolean;
}

export default function Shell({ isUnknown = false }: ShellProps): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame isUnknown={isUnknown} />
    </QueryClientProvider>
  );
}

function Frame({ isUnknown }: { isUnknown: boolean }): ReactNode {
  const checked = useLoaderData() as ShellAnswer | null;
  const isForbidden = checked?.isForbidden === true;
  const token = useSession((session) => session.token);
  const brandId = useBrand(({ id }) => id);
  const hasFormats = useHasFormats();
  const hasNoSider = useHasNoSider();
  const isPhone = useIsPhone();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isDrawerWanted, setDrawerWanted] = useState(false);
  const openDrawer = () => {
    setDrawerWanted(true);
    setDrawerOpen(true);
  };
  const { revalidate } = useRevalidator();
  useLiveRefresh();

  // Stored permissions are refreshed in the background, possibly before this renders: the page may no longer be
  // permitted.
  const sessionPages = useSession(({ pages }) => pages.join());
  const checkedPages = checked?.pages ?? sessionPages;
  useEffect(() => {
    if (token !== '' && sessionPages !== checkedPages) void revalidate();
  }, [token, sessionPages, checkedPages, revalidate]);

  // A user who loses access to the open page sees the guard's notice.
  useEffect(
    () =>
      onRights(async () => {
        await renewMenus();
        await revalidate();
        await queryClient.invalidateQueries();
      }),
    [revalidate],
  );

  useEffect(() => {
    if (token === '') return;
    const close = openLive();
    const leaving = new AbortController();
    void loadFormats(leaving.signal);
    return () => {
      close();
      leaving.abort();
    };
  }, [token]);

  return (
    <div className="hp-shell">
      <a className="hp-skip" href="#content">
        {t('public.skip')}
      </a>
      {!hasNoSider && <Sider />}
      <div className="hp-shell-page">
        <Header {...(hasNoSider && !isPhone ? { onMenu: openDrawer } : {})} />
        <div>
          <ConnectionBanner />
          <MaintenanceNote />
          <ViewAsNote />
          <QueueBanner />
        </div>
        <main className="hp-shell-main" id="content" tabIndex={-1}>
          <LeaveGuard />
          <BackButton />
          {/* A new session remounts the screen; nothing renders before its formats are known. */}
          {hasFormats && (
            <Fragment key={token}>
              {isForbidden || isUnknown ? (
                <Suspense fallback={null}>
                  <ShellNotice isForbidden={isForbidden} />
                </Suspense>
              ) : (
                <Outlet />
              )}
            </Fragment>
          )}
        </main>
        <Footer aboutDemo={<DemoNotice />}>
          {brandId === 0 && (
            <button className="hp-link-button" onClick={() => openDialog('help')} type="button">
              {t('side.label')}
            </button>
          )}
        </Footer>
      </div>
      {isPhone && <BottomBar onMore={openDrawer} />}
      <ShellDialogs />
      {hasNoSider && isDrawerWanted && (
        <Suspense fallback={null}>
          <PhoneMenu isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

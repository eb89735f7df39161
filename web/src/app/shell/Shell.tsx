// The frame of everything behind the sign-in: sider, header, the screen, footer.
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, Drawer } from 'antd';
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Outlet, useRevalidator } from 'react-router';
import { onRights, openLive, useLiveRefresh } from '../../api/live.ts';
import { queryClient } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { Footer, MaintenanceNote } from '../../session/Footer.tsx';
import { loadFormats, useHasFormats } from '../../session/formats.ts';
import { useSession } from '../../session/session.ts';
import { renewMenus } from '../../session/signing.ts';
import { ViewAsNote } from '../../session/ViewAsNote.tsx';
import { useTheme } from '../../theme.ts';
import { useHasNoSider } from '../../ui/base/useNarrow.ts';
import { BackButton } from './BackButton.tsx';
import { DemoFarewell } from './DemoFarewell.tsx';
import { Header } from './Header.tsx';
import { kitLocaleNow } from './kitLocale.ts';
import { kitTheme } from './kitTheme.ts';
import { MainMenu } from './MainMenu.tsx';
import { Sider } from './Sider.tsx';
import '../../ui/base/shellIcons.tsx';
import './shell.css';

const HealthNote = lazy(async () => ({ default: (await import('./HealthNote.tsx')).HealthNote }));
const SidePanel = lazy(async () => ({ default: (await import('./SidePanel.tsx')).SidePanel }));

// Whoever comes next, or the same person in another company, must not find the answers that were given before. Done
// before any screen draws itself for the new session, so that it asks anew.
useSession.subscribe((now, before) => {
  if (now.token !== before.token) queryClient.clear();
});

/**
 * Popups of the kit live within the page's main part, or within the window that their opener stands in. Not in
 * `.ant-modal` itself, which lets the pointer through.
 */
const popupHome = (opener?: HTMLElement): HTMLElement =>
  opener?.closest<HTMLElement>('.ant-modal-container, .ant-drawer-body') ??
  document.getElementById('content') ??
  document.body;

export default function Shell(): ReactNode {
  const ground = useTheme((theme) => theme.ground);
  const kit = useMemo(() => kitTheme(ground), [ground]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider getPopupContainer={popupHome} locale={kitLocaleNow()} theme={kit}>
        <Frame />
      </ConfigProvider>
    </QueryClientProvider>
  );
}

function Frame(): ReactNode {
  const token = useSession((session) => session.token);
  const runsHouse = useSession(({ pages }) => pages.includes('health'));
  const { id: brandId, siderTheme } = useBrand();
  const hasFormats = useHasFormats();
  const hasNoSider = useHasNoSider();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { revalidate } = useRevalidator();
  useLiveRefresh();

  // Whoever loses a page while looking at it is shown out by the guard.
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
        <Header {...(hasNoSider ? { onMenu: () => setDrawerOpen(true) } : {})} />
        <div>
          <MaintenanceNote />
          <ViewAsNote />
          {runsHouse && (
            <Suspense fallback={null}>
              <HealthNote />
            </Suspense>
          )}
        </div>
        <main className="hp-shell-main" id="content" tabIndex={-1}>
          <BackButton />
          {/* Another session begins with screens of its own, and none is drawn before its formats are known. */}
          {hasFormats && (
            <Fragment key={token}>
              <Outlet />
            </Fragment>
          )}
        </main>
        <Footer aboutDemo={<DemoFarewell />} />
        {brandId === 0 && (
          <Suspense fallback={null}>
            <SidePanel />
          </Suspense>
        )}
      </div>
      {hasNoSider && (
        <Drawer
          aria-label={t('shell.menu')}
          closeIcon={null}
          onClose={() => setDrawerOpen(false)}
          open={isDrawerOpen}
          placement="left"
          size={280}
          styles={{ body: { padding: 0 } }}
        >
          <div className="hp-drawer" {...(siderTheme === 'dark' ? { 'data-ground': 'dark' } : {})}>
            <MainMenu isShort={false} onChoose={() => setDrawerOpen(false)} />
          </div>
        </Drawer>
      )}
    </div>
  );
}

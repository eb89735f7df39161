// Entry point of the portal: texts, server connection, router, first render.
import '@fontsource-variable/inter';
import './components/base/tokens.css';
import './components/base/base.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { connect } from './api/client.ts';
import { openRouter, watchRouter } from './app/router.tsx';
import { toast } from './components/base/Toaster.tsx';
import { refetchStyles } from './connection.ts';
import { language, startI18n } from './i18n.ts';
import { paths } from './paths.ts';
import { loadBrand, useBrand } from './session/brand.ts';
import { lookForMaintenance } from './session/maintenance.ts';
import { followOtherTabs, isOfThisSession, resetSession, useSession } from './session/session.ts';
import { lastVisit } from './session/visits.ts';
import { titleProduct } from './title.ts';

/** Header `oem` of the default brand; the only value known to public clients. */
const OEM = 'NEP';

/** A text as a header may carry it; undefined for one that is empty or has other letters than ASCII. */
const headerText = (text: string | undefined): string | undefined =>
  text && /^[\x20-\x7e]+$/.test(text) ? text : undefined;

connect({
  identity: () => {
    const { token, companyId, info } = useSession.getState();
    const brand = useBrand.getState();
    return {
      token,
      languageCode: language.code,
      oem: headerText(info.oemweb) ?? headerText(brand.id === 0 ? OEM : brand.name) ?? OEM,
      app: companyId || brand.id,
    };
  },
  onExpired: (token, message) => {
    // Several calls can fail with the same expired token, and an old token must not end a new session.
    if (!isOfThisSession(token)) return;
    resetSession();
    toast(message, 'error');
    void router.navigate(paths.login(lastVisit()));
  },
  onFailure: (message) => toast(message, 'error'),
  onUnavailable: () => void lookForMaintenance(),
});

refetchStyles();
const words = startI18n();
const router = openRouter();
titleProduct(useBrand.getState().name);
useBrand.subscribe(({ name }) => titleProduct(name));
void loadBrand();
followOtherTabs(() => void router.revalidate());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root');
await words;
watchRouter(router);
createRoot(root).render(<RouterProvider router={router} />);

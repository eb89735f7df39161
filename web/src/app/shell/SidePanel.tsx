// At the edge of the page, for the house's own brand alone: the app for the phone, a mail to the people behind it, and
// the way back to the top.

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { Icon } from '../../ui/base/Icon.tsx';
import { Popup } from '../../ui/base/Popup.tsx';
import './sidePanel.css';

const Code = lazy(() => untilFetched(() => import('./Code.tsx')));

/** So far down, the way back is long enough for a button. */
const FAR_PX = 600;

function useIsFarDown(): boolean {
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(scrollY > FAR_PX);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return isFar;
}

export function SidePanel(): ReactNode {
  const { appStoreUrl, playStoreUrl, supportMail } = useBrand();
  const isFarDown = useIsFarDown();
  const apps = [
    { title: t('side.iphone'), url: appStoreUrl },
    { title: t('side.android'), url: playStoreUrl },
  ].filter(({ url }) => url !== '');
  return (
    <aside aria-label={t('side.label')} className="hp-side">
      {apps.length > 0 && (
        <Popup button={<Icon name="phone" />} label={t('side.app')}>
          {() => (
            <div className="hp-side-apps">
              <p>{t('side.scan')}</p>
              {apps.map((app) => (
                <App key={app.url} {...app} />
              ))}
            </div>
          )}
        </Popup>
      )}
      {supportMail !== '' && (
        <a
          aria-label={t('public.labelled', { label: t('side.mail'), value: supportMail })}
          className="hp-side-button"
          href={`mailto:${supportMail}`}
          title={supportMail}
        >
          <Icon name="mail" />
        </a>
      )}
      {isFarDown && (
        <button
          aria-label={t('side.top')}
          className="hp-side-button"
          onClick={() => {
            scrollTo({ top: 0 });
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
          title={t('side.top')}
          type="button"
        >
          <Icon name="up" />
        </button>
      )}
    </aside>
  );
}

/** Cameras read dark codes on light ground only, so the code keeps to daylight. */
function App({ title, url }: { title: string; url: string }): ReactNode {
  return (
    <a data-ground="light" href={url} rel="noreferrer" target="_blank">
      <span aria-hidden="true">
        <Suspense fallback={<i className="hp-side-code" />}>
          <Code url={url} />
        </Suspense>
      </span>
      {title}
    </a>
  );
}

// Help: the phone app (only for the default brand), an email to support, the keyboard shortcuts, and the link to the
// top.
import type { ReactNode } from 'react';
import { Icon } from '../../components/base/Icon.tsx';
import { LinkCode } from '../../components/base/LinkCode.tsx';
import { Window } from '../../components/base/Window.tsx';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { closeDialog, openDialog } from './dialogs.ts';
import './helpPanel.css';

export function HelpPanel(): ReactNode {
  const { id, appStoreUrl, playStoreUrl, supportMail } = useBrand();
  const apps = [
    { title: t('side.iphone'), url: appStoreUrl },
    { title: t('side.android'), url: playStoreUrl },
  ].filter(({ url }) => id === 0 && url !== '');
  const toTop = () => {
    closeDialog();
    scrollTo({ top: 0 });
    // After the closing window has returned the focus to its opener.
    setTimeout(() => document.getElementById('content')?.focus({ preventScroll: true }));
  };
  return (
    <Window className="hp-help" onClose={closeDialog} title={t('side.label')}>
      {apps.length > 0 && (
        <section aria-label={t('side.app')} className="hp-help-apps">
          <p>{t('side.scan')}</p>
          {apps.map((app) => (
            <LinkCode key={app.url} url={app.url}>
              {app.title}
            </LinkCode>
          ))}
        </section>
      )}
      <ul className="hp-help-ways">
        {supportMail !== '' && (
          <li>
            <a className="hp-popup-item" href={`mailto:${supportMail}`}>
              <Icon name="mail" size={18} />
              {t('public.labelled', { label: t('side.mail'), value: supportMail })}
            </a>
          </li>
        )}
        <li>
          <button className="hp-popup-item" onClick={() => openDialog('keys')} type="button">
            <Icon name="menu" size={18} />
            {t('keys.title')}
          </button>
        </li>
        <li>
          <button className="hp-popup-item" onClick={toTop} type="button">
            <Icon name="up" size={18} />
            {t('side.top')}
          </button>
        </li>
      </ul>
    </Window>
  );
}

import { type ReactNode, useEffect } from 'react';
import { t } from '../i18n.ts';
import { useBrand } from '../session/brand.ts';
import { PublicFrame } from '../session/PublicFrame.tsx';
import './privacy.css';

export default function PrivacyPage(): ReactNode {
  const { company, supportMail } = useBrand();
  useEffect(() => {
    document.title = `${t('privacy.title')} · Helioport`;
  }, []);
  return (
    <PublicFrame>
      <article className="hp-privacy">
        <h1>{t('privacy.title')}</h1>
        <p className="hp-privacy-lead">
          {t('privacy.lead')} {t('privacy.operator', { company })}
        </p>
        <h2>{t('privacy.personTitle')}</h2>
        <p>{t('privacy.person')}</p>
        <h2>{t('privacy.devicesTitle')}</h2>
        <p>{t('privacy.devices')}</p>
        <h2>{t('privacy.cookiesTitle')}</h2>
        <p>{t('privacy.cookies')}</p>
        <h2>{t('privacy.rightsTitle')}</h2>
        <p>
          {t('privacy.rights')} <a href={`mailto:${supportMail}`}>{supportMail}</a>
        </p>
      </article>
    </PublicFrame>
  );
}

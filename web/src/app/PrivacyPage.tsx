import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { t } from '../i18n.ts';
import { useBrand } from '../session/brand.ts';
import { PublicFrame } from '../session/PublicFrame.tsx';
import { publicCalls } from '../session/publicCalls.ts';
import { titlePage } from '../title.ts';
import { PolicyView } from './PolicyView.tsx';
import './privacy.css';

/** The brand's own policy; '' for the built-in one, undefined until loaded. */
function useOwnPolicy(): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    call(publicCalls.privacyPolicy, {}, { quiet: true, signal: leaving.signal })
      .then((answer) => setText(answer.text))
      .catch(() => !leaving.signal.aborted && setText(''));
    return () => leaving.abort();
  }, []);
  return text;
}

export default function PrivacyPage(): ReactNode {
  const own = useOwnPolicy();
  useEffect(() => titlePage(t('privacy.title')), []);
  return (
    <PublicFrame>
      <article className="hp-privacy">
        <h1>{t('privacy.title')}</h1>
        {own !== undefined && (own.trim() === '' ? <BuiltInPolicy /> : <PolicyView text={own} />)}
      </article>
    </PublicFrame>
  );
}

function BuiltInPolicy(): ReactNode {
  const { company, supportMail } = useBrand();
  return (
    <>
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
    </>
  );
}

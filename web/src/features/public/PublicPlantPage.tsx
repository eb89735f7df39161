// The public page of a plant, for everyone with its URL: on a phone, or on a display in a hall, where it fills the
// screen and rotates through its blocks. Neither this module nor its imports may use the UI kit.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { Button } from '../../components/base/Button.tsx';
import { formatAge, useNow } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import { PublicFrame } from '../../session/PublicFrame.tsx';
import { publicCalls } from '../../session/publicCalls.ts';
import { titlePage } from '../../title.ts';
import { blocksOf } from './blocks.tsx';
import { Kiosk } from './Kiosk.tsx';
import './publicPlant.css';

export type PublicView = OutputOf<typeof site.publicView>;

const EVERY_MS = 30_000;

type Seen = { kind: 'asking' } | { kind: 'shown'; view: PublicView } | { kind: 'refused'; why: string };

/** Polls the public view of a token. Keeps the last view while the connection is lost. */
function usePublicView(token: string): Seen {
  const [seen, setSeen] = useState<Seen>({ kind: 'asking' });
  useEffect(() => {
    const leaving = new AbortController();
    const refresh = () =>
      call(publicCalls.publicView, { token }, { quiet: true, signal: leaving.signal })
        .then((view) => setSeen({ kind: 'shown', view }))
        .catch((reason: unknown) => {
          if (leaving.signal.aborted) return;
          const isFinal = reason instanceof CallFailure && reason.code !== undefined;
          const why = isFinal ? reason.message : t('request.unreachable');
          setSeen((before) => (before.kind === 'shown' && !isFinal ? before : { kind: 'refused', why }));
        });
    void refresh();
    const timer = setInterval(() => void refresh(), EVERY_MS);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [token]);
  return seen;
}

export default function PublicPlantPage(): ReactNode {
  const { token = '' } = useParams();
  const seen = usePublicView(token);
  const now = useNow();
  const [isKiosk, setKiosk] = useState(false);
  const title = seen.kind === 'shown' ? seen.view.title || t('kiosk.title') : t('kiosk.title');
  useEffect(() => titlePage(title), [title]);
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'robots';
    meta.content = 'noindex, nofollow';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
  if (seen.kind === 'shown' && isKiosk)
    return <Kiosk onEnd={() => setKiosk(false)} title={title} view={seen.view} />;
  return (
    <PublicFrame>
      <div className="hp-public-plant">
        {seen.kind === 'refused' && (
          <div role="alert">
            <h1>{t('kiosk.gone')}</h1>
            <p>{seen.why}</p>
          </div>
        )}
        {seen.kind === 'asking' && <h1>{title}</h1>}
        {seen.kind === 'shown' && (
          <>
            <header>
              <h1>{title}</h1>
              <Button
                onClick={() => {
                  void document.documentElement.requestFullscreen?.().catch(() => undefined);
                  setKiosk(true);
                }}
              >
                {t('kiosk.start')}
              </Button>
            </header>
            <div className="hp-public-grid">
              {blocksOf(seen.view).map(({ key, content }) => (
                <section className={`hp-public-block hp-public-${key}`} key={key}>
                  {content}
                </section>
              ))}
            </div>
            <p className="hp-muted">
              {seen.view.lastReportAt === null
                ? t('kiosk.silent')
                : t('kiosk.age', { age: formatAge(seen.view.lastReportAt, now) })}
            </p>
          </>
        )}
      </div>
    </PublicFrame>
  );
}

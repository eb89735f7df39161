import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from './Icon.tsx';
import { Tip } from './Tip.tsx';
import { formatAge, formatInstant, useNow } from './time.ts';
import './small.css';

interface RelativeTimeProps {
  /** Milliseconds since 1970; null: never. */
  at: number | null;
  /** The plant's zone for the exact time; else the reader's. */
  timeZone?: string;
  /** From this age on it is marked as stale, by icon and text. */
  staleAfterMs?: number;
  /** True in tables: the exact time on hover only, so that rows add no Tab stops. */
  isInTable?: boolean;
  /** True: the exact time is shown, and its age on hover. */
  isExact?: boolean;
}

/** How long ago, always current; the exact instant on hover and focus. */
export function RelativeTime({
  at,
  timeZone,
  staleAfterMs,
  isInTable,
  isExact,
}: RelativeTimeProps): ReactNode {
  const now = useNow();
  if (at === null) return <span className="hp-age">{t('ui.never')}</span>;
  const exact = formatInstant(at, timeZone);
  if (isExact) {
    return (
      <time className="hp-age" dateTime={new Date(at).toISOString()} title={formatAge(at, now)}>
        {exact}
      </time>
    );
  }
  const isStale = staleAfterMs !== undefined && now - at > staleAfterMs;
  const words = (
    <>
      {isStale && <Icon name="clock" size={14} />}
      <span className="hp-on-screen">{formatAge(at, now, timeZone)}</span>
      <span className="hp-on-paper">{exact}</span>
      {isStale && <span className="hp-unseen"> ({t('ui.stale')})</span>}
    </>
  );
  const attributes = {
    className: isStale ? 'hp-age hp-age-stale' : 'hp-age',
    dateTime: new Date(at).toISOString(),
  };
  if (isInTable) {
    return (
      <time {...attributes} title={exact}>
        {words}
      </time>
    );
  }
  return (
    <Tip words={exact}>
      <time {...attributes}>{words}</time>
    </Tip>
  );
}

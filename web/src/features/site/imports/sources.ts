// The names of portals, which are the same in every language, and how a resolution is written.
import type { HistorySource } from '@helioport/domain/historyImports';
import { formatDate, formatNumber } from '../../../components/base/time.ts';
import { t } from '../../../i18n.ts';

const names: Readonly<Record<Exclude<HistorySource, 'table'>, string>> = {
  enphase: 'Enphase',
  solaredge: 'SolarEdge',
  sma: 'SMA Sunny Portal',
  fronius: 'Fronius Solar.web',
  solarlog: 'Solar-Log',
};

export const sourceText = (source: HistorySource): string =>
  source === 'table' ? t('imports.source.table') : names[source];

const DAY_MINUTES = 1_440;

/** A day, `YYYY-MM-DD`, as "May 1, 2024". */
export const dateText = (day: string): string => formatDate(new Date(`${day}T12:00:00`).getTime());

export const periodText = (first: string, last: string): string =>
  first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`;

export const stepText = (minutes: number): string =>
  minutes === DAY_MINUTES ? t('imports.daily') : t('imports.interval', { minutes: formatNumber(minutes, 0) });

// Texts of a finding, formatted for the reader's locale.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { causeName } from '@helioport/domain/analytics/causeName';
import { t, wordsFor } from '../../../i18n.ts';
import { energyFigure, moneyText } from '../../base/amounts.ts';
import { formatNumber } from '../../base/time.ts';

export type FindingRow = OutputOf<typeof finding.list>['list'][number];
export type FindingDetail = OutputOf<typeof finding.detail>;

/** Name of a cause; without a scope that of a choice of all of them. */
export const causeText = (cause: FindingRow['cause'], scope: FindingRow['scope'] | null = null): string =>
  wordsFor(`finding.cause.${causeName(cause, scope)}`, cause);

export const confidenceText = (confidence: FindingRow['confidence']): string =>
  wordsFor(`finding.confidence.${confidence}`, confidence);

/** "41.2 kWh (€12.36)"; only energy without a price, a dash if unknown. */
export function lossText(kwh: number | null, money: number | null, currency: string): string {
  if (kwh === null) return '–';
  const energy = energyFigure(kwh).text;
  return money === null ? energy : `${energy} (${moneyText(money, currency)})`;
}

/** A ratio 0 to 1 in percent; a dash where it is unknown. */
export const ratioText = (ratio: number | null): string =>
  ratio === null ? '–' : `${formatNumber(ratio * 100, 0)}%`;

const units: Readonly<Record<string, string>> = {
  V: 'V',
  A: 'A',
  W: 'W',
  Wh: 'Wh',
  '°C': '°C',
  deg: '°',
  min: 'min',
  mm: 'mm',
  percentPerDay: '%/d',
};

/** A value behind a finding with its unit. */
export function evidenceText({ value, unit }: FindingDetail['evidence'][number]): string {
  if (typeof value === 'string') return value;
  if (unit === 'ratio') return ratioText(value);
  if (unit === 'days') return t('finding.days', { count: Math.round(value) });
  const shown = formatNumber(value, Math.abs(value) < 10 ? 2 : 1);
  return unit === null ? shown : `${shown} ${units[unit] ?? unit}`;
}

/** Where the irradiance behind expected values came from. */
export const sourceText = (source: FindingDetail['daily']['irradianceSource'][number]): string =>
  wordsFor(`finding.source.${source ?? 'none'}`, '');

/** How the ratio of produced to expected energy is called. */
export const ratioName = (kind: 'performance' | 'clearSky' | null): string =>
  kind === 'performance' ? t('finding.producedVsExpected') : t('site.clearSky.share');

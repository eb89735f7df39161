import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { arePlain } from '@helioport/domain/prices';
import type { ReactNode } from 'react';
import { energyFigure, moneyText } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
import type { Bar } from '../../../components/pv/energyBars.ts';
import { percentText, sumsOf } from '../../../components/pv/energyCharts.ts';
import type { Compared } from '../../../components/pv/energyComparison.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { t } from '../../../i18n.ts';
import { ComparisonFigure } from './ComparisonFigure.tsx';

type Money = OutputOf<typeof site.statisticsDate>;

interface EnergySumsLineProps {
  bars: readonly Bar[];
  by: 'hours' | 'days' | 'months' | 'years';
  plant: Plant;
  /** Energy and money of the whole period, which bars rounded one by one do not add up to. */
  figures: OutputOf<typeof site.statisticsDate> | undefined;
  compared: Compared | undefined;
  /** Opens a bar; undefined if it has no finer resolution. */
  onOpen: ((bar: Bar) => void) | undefined;
}

type MainProps = Pick<EnergySumsLineProps, 'bars' | 'by' | 'plant' | 'figures' | 'compared'>;

/** The main figure of the chart with its value in money and the comparison. */
export function EnergyFigure({ bars, by, plant, figures, compared }: MainProps): ReactNode {
  const { detail } = plant;
  const { producedKwh } = sumsOf(bars);
  const total = energyFigure(figures === undefined ? producedKwh : figures.power);
  const isPriced =
    detail.prices.length > 0 && ((detail.electricityPrice ?? 0) > 0 || !arePlain(detail.prices));
  const since = figures?.recordedSince;
  const isCut = since != null && (by === 'years' || figures?.isPartial === true);
  return (
    <div className="hp-sums">
      <Figure
        color="production"
        isMain
        label={t('site.energy.total')}
        sub={isCut && recordedText(since)}
        unit={total.unit}
        value={producedKwh === null ? null : total.value}
      />
      {isPriced && (
        <Figure
          label={t('site.energy.worth')}
          sub={figures && worthText(figures)}
          value={
            producedKwh === null || figures === undefined
              ? null
              : moneyText(figures.economic, figures.economicUnit || detail.currency)
          }
        />
      )}
      {compared && (
        <ComparisonFigure
          bars={bars}
          by={by}
          compared={compared}
          recordedSince={since}
          timeZone={detail.timezone}
        />
      )}
    </div>
  );
}

/** Means, the best bar and shares of the meter, and how far the bars can be trusted. */
export function EnergySumsLine({
  bars,
  by,
  onOpen,
}: Pick<EnergySumsLineProps, 'bars' | 'by' | 'onOpen'>): ReactNode {
  const { meanKwh, best, incomplete, ownUse, ownSupply, metered } = sumsOf(bars);
  const mean = energyFigure(meanKwh);
  const top = energyFigure(best?.producedKwh);
  return (
    <>
      <div className="hp-sums">
        <Figure label={meanLabel(by)} unit={mean.unit} value={meanKwh === null ? null : mean.value} />
        <Figure
          label={bestLabel(by)}
          sub={
            best &&
            (onOpen ? (
              <button className="hp-link-button" onClick={() => onOpen(best)} type="button">
                {best.name}
              </button>
            ) : (
              best.name
            ))
          }
          unit={top.unit}
          value={best === undefined ? null : top.value}
        />
        {ownUse !== null && (
          <Figure
            label={t('site.energy.ownUse')}
            sub={<Estimated label={t('site.energy.ownUseHint')} words={estimate('ownUse', metered)} />}
            value={percentText(ownUse)}
          />
        )}
        {ownSupply !== null && (
          <Figure
            label={t('site.energy.ownSupply')}
            sub={<Estimated label={t('site.energy.ownSupplyHint')} words={estimate('ownSupply', metered)} />}
            value={percentText(ownSupply)}
          />
        )}
      </div>
      {incomplete > 0 && (
        <p className="hp-sums-note">
          <Icon name="info" size={16} />
          {incompleteText(by, incomplete)}
        </p>
      )}
    </>
  );
}

/** The savings and the export revenue, if a meter and a price allow the split. */
function worthText({ saved, exportRevenue, economic, economicUnit }: Money): string | undefined {
  if (saved === null || saved === Number(economic)) return undefined;
  const money = (amount: number) => moneyText(String(amount), economicUnit);
  return exportRevenue === null
    ? t('site.energy.noExportPrice', { saved: money(saved) })
    : t('site.energy.worthParts', { saved: money(saved), revenue: money(exportRevenue) });
}

/** Expandable explanation of how a figure is calculated. */
function Estimated({ label, words }: { label: string; words: string }): ReactNode {
  return (
    <details className="hp-reckoned">
      <summary>{label}</summary>
      {words}
    </details>
  );
}

/** The calculation of a ratio of the meter, with its values. */
function estimate(which: 'ownUse' | 'ownSupply', metered: ReturnType<typeof sumsOf>['metered']): string {
  if (metered === null) return '';
  const kwh = (value: number) => energyFigure(value).text;
  return which === 'ownUse'
    ? t('site.energy.ownUseReckoned', { made: kwh(metered.madeKwh), sold: kwh(metered.soldKwh) })
    : t('site.energy.ownSupplyReckoned', { used: kwh(metered.usedKwh), bought: kwh(metered.boughtKwh) });
}

function incompleteText(by: EnergySumsLineProps['by'], count: number): string {
  if (by === 'years') return t('site.energy.incompleteYears', { count });
  return by === 'months'
    ? t('site.energy.incompleteMonths', { count })
    : t('site.energy.incompleteDays', { count });
}

function meanLabel(by: EnergySumsLineProps['by']): string {
  if (by === 'hours') return t('site.energy.perHour');
  if (by === 'days') return t('site.energy.perDay');
  return by === 'months' ? t('site.energy.perMonth') : t('site.energy.perYear');
}

function bestLabel(by: EnergySumsLineProps['by']): string {
  if (by === 'hours') return t('site.energy.bestHour');
  if (by === 'days') return t('site.energy.bestDay');
  return by === 'months' ? t('site.energy.bestMonth') : t('site.energy.bestYear');
}

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { carGPerKm, equivalentFactors } from '@helioport/domain/equivalents';
import type { ReactNode } from 'react';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { t } from '../../../i18n.ts';

/** Above this value, a number is shown without decimals: a tenth of a tree is not significant. */
const COARSE = 20;
const TONNE_KG = 1000;

const numberOf = (text: string): number => {
  const value = Number(text);
  return Number(value.toFixed(value >= COARSE ? 0 : 1));
};

/** Of which grid the CO2 is: "0.38 kg/kWh, Ember 2023". */
const gridWords = (
  factor: number,
  { co2Source, co2Year }: { co2Source?: string | null; co2Year?: number | null },
): string => `${formatNumber(factor, 4)} kg/kWh, ${co2Source ?? ''} ${co2Year ?? ''}`.trim();

/** Environmental benefits of the plant to date, with equivalents. */
export function BenefitPanel({ plant: { overview } }: { plant: Plant }): ReactNode {
  const benefit = overview.data?.benefit;
  const co2Kg = Number(benefit?.co2 ?? 0);
  const isHeavy = co2Kg >= TONNE_KG;
  const recorded = recordedText(overview.data?.recordedSince);
  const notes = [t('site.benefit.sub'), ...(recorded === '' ? [] : [recorded])];
  return (
    <Panel answer={overview} height={120} sub={notes.join(' · ')} title={t('site.benefit.title')}>
      {benefit && (
        <div className="hp-benefit">
          <Figure
            isMain
            label={t('site.benefit.co2')}
            sub={benefit.co2Factor == null ? undefined : gridWords(benefit.co2Factor, benefit)}
            unit={isHeavy ? 't' : 'kg'}
            value={formatNumber(isHeavy ? co2Kg / TONNE_KG : co2Kg, isHeavy ? 2 : 1)}
          />
          <ul>
            <li>{t('site.benefit.trees', { count: numberOf(benefit.tree) })}</li>
            <li>{t('site.benefit.car', { km: numberOf(benefit.car) })}</li>
          </ul>
          <Estimated benefit={benefit} totalKwh={overview.data?.statisticsProduction.total ?? 0} />
        </div>
      )}
    </Panel>
  );
}

interface EstimatedProps {
  benefit: OutputOf<typeof site.overview>['benefit'];
  totalKwh: string | number;
}

/** Expandable explanation of how each figure is calculated. */
function Estimated({ benefit, totalKwh }: EstimatedProps): ReactNode {
  const kwh = `${formatNumber(Number(totalKwh), 1)} kWh`;
  const kg = `${formatNumber(Number(benefit.co2), 1)} kg`;
  const { treeKgPerYear, bulbW, barrelKg } = equivalentFactors;
  return (
    <details>
      <summary>{t('site.benefit.reckoned')}</summary>
      <ul>
        {benefit.co2Factor != null && (
          <li>
            {t('site.benefit.reckonedCo2', {
              energy: kwh,
              value: `${formatNumber(benefit.co2Factor, 4)} kg`,
            })}
          </li>
        )}
        <li>{t('site.benefit.reckonedTree', { used: kg, value: `${treeKgPerYear} kg` })}</li>
        <li>{t('site.benefit.reckonedCar', { used: kg, value: `${formatNumber(carGPerKm, 0)} g` })}</li>
        <li>{t('site.benefit.light', { count: numberOf(benefit.light) })}</li>
        <li>{t('site.benefit.oil', { count: numberOf(benefit.oil) })}</li>
        <li>{t('site.benefit.reckonedLight', { energy: kwh, value: `${bulbW} W` })}</li>
        <li>{t('site.benefit.reckonedOil', { used: kg, value: `${barrelKg} kg` })}</li>
      </ul>
    </details>
  );
}

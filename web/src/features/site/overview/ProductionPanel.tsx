import { arePlain } from '@helioport/domain/prices';
import type { ReactNode } from 'react';
import { energyFigure, moneyText } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { dateText } from '../../../components/pv/plantClock.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { t } from '../../../i18n.ts';
import { holdsModuleNow } from '../../../session/Can.tsx';

/** Energy of today, yesterday, the month, the year and lifetime, each with its value in money. */
export function ProductionPanel({ plant }: { plant: Plant }): ReactNode {
  const { overview, detail } = plant;
  const made = overview.data?.statisticsProduction;
  const price = detail.electricityPrice ?? 0;
  const mayKnow = holdsModuleNow('pvPlant:benefit');
  const currency = made?.totalMoneyUnit || detail.currency;
  // Without a reading or a producing device, production is unknown and not zero.
  const hasProducer = overview.data?.hasProducer ?? true;
  const isKnown = plant.lastReportAt !== null && hasProducer;
  const kwh = (energy: string) => (isKnown ? energy : null);
  const isPriced = price > 0 || !arePlain(detail.prices);
  const money = (amount: string | null) =>
    isPriced && isKnown && mayKnow ? moneyText(amount, currency) : null;
  // A plant that was only registered does not operate yet.
  const since = isoDay(detail.commissionDate);
  const recorded = overview.data?.recordedSince;
  const hasYesterday = overview.data?.hasYesterday ?? false;
  const notes = [
    ...(hasProducer ? [] : [t('site.production.none')]),
    ...(!mayKnow
      ? []
      : arePlain(detail.prices)
        ? price > 0
          ? [t('site.production.price', { price: moneyText(price, currency) })]
          : []
        : [t('site.production.prices')]),
    ...(since === null ? [] : [t('site.production.since', { day: dateText(since) })]),
    // Start of the total, shown if it differs from the start of operation.
    ...(recorded == null || recorded === since ? [] : [recordedText(recorded)]),
  ];
  return (
    <Panel answer={overview} height={150} sub={notes.join(' · ')} title={t('site.production.title')}>
      {made && (
        <div className="hp-figures">
          <EnergyOf
            isMain
            kwh={kwh(made.today)}
            label={t('site.production.today')}
            sub={money(made.todayMoney)}
          />
          <EnergyOf
            kwh={hasYesterday ? kwh(made.yesterday) : null}
            label={t('site.production.yesterday')}
            sub={hasYesterday ? money(made.yesterdayMoney) : null}
          />
          <EnergyOf kwh={kwh(made.month)} label={t('site.production.month')} sub={money(made.monthMoney)} />
          <EnergyOf
            kwh={kwh(made.year)}
            label={t('site.production.year')}
            sub={money(made.yearMoney ?? null)}
          />
          <EnergyOf kwh={kwh(made.total)} label={t('site.production.total')} sub={money(made.totalMoney)} />
        </div>
      )}
    </Panel>
  );
}

interface EnergyOfProps {
  label: string;
  kwh: string | null;
  sub: string | null;
  isMain?: boolean;
}

function EnergyOf({ label, kwh, sub, isMain = false }: EnergyOfProps): ReactNode {
  const { value, unit } = energyFigure(kwh);
  return (
    <Figure
      isMain={isMain}
      label={label}
      sub={sub}
      unit={unit}
      value={kwh === null ? null : value}
      {...(isMain ? { color: 'production' } : {})}
    />
  );
}

/** `YYYY-MM-DD` of `DD/MM/YYYY HH:mm`; null of an empty text. */
const isoDay = (display: string): string | null =>
  display === '' ? null : `${display.slice(6, 10)}-${display.slice(3, 5)}-${display.slice(0, 2)}`;

// Energy balance of a day: production and its use, consumption and its sources.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import { type ColorToken, cssColor } from '../../theme.ts';
import { formatNumber } from '../base/time.ts';
import { type DayBalance as Balance, balanceOf, energiesOfDay } from './dayBalance.ts';
import './dayBalance.css';

interface Part {
  name: WordKey;
  kwh: number;
  color: ColorToken;
}

interface DayBalanceProps {
  /** Of type 3 over the one day, with flows. */
  answer: OutputOf<typeof site.statisticsEcharts>;
}

/** Two bars with texts and values; nothing for a plant without a meter. */
export function DayBalance({ answer }: DayBalanceProps): ReactNode {
  const energies = energiesOfDay(answer);
  if (!energies) return null;
  const balance = balanceOf(energies);
  const widest = Math.max(balance.produced, balance.used);
  if (widest === 0) return null;
  const { produced, used } = partsOf(balance);
  return (
    <section aria-label={t('site.balance.title')} className="hp-balance">
      <Sum
        balance={balance}
        name="site.balance.produced"
        parts={produced}
        total={balance.produced}
        widest={widest}
      />
      <Sum balance={balance} name="site.balance.used" parts={used} total={balance.used} widest={widest} />
    </section>
  );
}

function partsOf(balance: Balance): { produced: Part[]; used: Part[] } {
  const { direct, stored, exported, fromBattery, fromGrid, hasBattery } = balance;
  return {
    produced: [
      { name: 'site.balance.direct', kwh: direct, color: 'production' },
      ...(hasBattery ? [{ name: 'site.balance.stored', kwh: stored, color: 'battery' } as const] : []),
      { name: 'site.balance.exported', kwh: exported, color: 'export' },
    ],
    used: [
      { name: 'site.balance.fromSun', kwh: direct, color: 'production' },
      ...(hasBattery
        ? [{ name: 'site.balance.fromBattery', kwh: fromBattery, color: 'battery' } as const]
        : []),
      { name: 'site.balance.fromGrid', kwh: fromGrid, color: 'import' },
    ],
  };
}

interface SumProps {
  name: WordKey;
  total: number;
  parts: readonly Part[];
  widest: number;
  balance: Balance;
}

function Sum({ name, total, parts, widest, balance: { decimals } }: SumProps): ReactNode {
  const text = (kwh: number) => `${formatNumber(kwh, decimals)} kWh`;
  return (
    <div>
      <h3>
        {t(name)} <b>{text(total)}</b>
      </h3>
      <div aria-hidden="true" className="hp-balance-bar" style={{ width: `${(total / widest) * 100}%` }}>
        {parts.map(
          (part) =>
            part.kwh > 0 && (
              <i key={part.name} style={{ flexGrow: part.kwh, background: cssColor(part.color) }} />
            ),
        )}
      </div>
      <ul>
        {parts.map((part) => (
          <li key={part.name}>
            <i aria-hidden="true" style={{ background: cssColor(part.color) }} />
            {t(part.name)} <b>{text(part.kwh)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

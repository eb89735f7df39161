import { displayed } from '@helioport/domain/units';
import type { ReactNode } from 'react';
import { Figure } from '../../components/base/Figure.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { recordedText } from '../../components/pv/recorded.ts';
import { t } from '../../i18n.ts';
import { DayCurve } from './DayCurve.tsx';
import type { PublicView } from './PublicPlantPage.tsx';

function kilo(figure: number | null, unit: string, big: string) {
  if (figure === null) return { value: null };
  const { value, decimals, isLarge } = displayed(figure);
  return { value: formatNumber(value, decimals), unit: isLarge ? big : unit };
}

/** The blocks that the owner has published, in order. */
export function blocksOf(view: PublicView): { key: string; content: ReactNode }[] {
  const { now, today, curve, benefit, verdict } = view;
  const found: { key: string; content: ReactNode }[] = [];
  if (verdict)
    found.push({
      key: 'verdict',
      content: (
        <>
          <h2>{t('kiosk.state')}</h2>
          <p className="hp-public-verdict" data-level={verdict.level}>
            {verdict.text}
          </p>
        </>
      ),
    });
  if (now) {
    const power = kilo(now.powerW, 'W', 'kW');
    found.push({
      key: 'now',
      content: (
        <Figure
          color="production"
          isMain
          label={t('kiosk.now')}
          {...power}
          sub={power.value === null ? t('kiosk.silent') : undefined}
        />
      ),
    });
  }
  if (today)
    found.push({
      key: 'today',
      content: (
        <div className="hp-public-sums">
          <Figure isMain label={t('kiosk.today')} {...kilo(today.today, 'kWh', 'MWh')} />
          <Figure label={t('kiosk.month')} {...kilo(today.month, 'kWh', 'MWh')} />
          <Figure label={t('kiosk.year')} {...kilo(today.year, 'kWh', 'MWh')} />
          <Figure
            label={t('kiosk.total')}
            {...kilo(today.total, 'kWh', 'MWh')}
            sub={recordedText(today.recordedSince)}
          />
        </div>
      ),
    });
  if (curve)
    found.push({
      key: 'curve',
      content: (
        <>
          <h2>{t('kiosk.curve')}</h2>
          {curve.powerW.some((value) => value !== null) ? (
            <DayCurve powerW={curve.powerW} stepMinutes={curve.stepMinutes} steps={curve.steps} />
          ) : (
            <p className="hp-muted">{t('kiosk.silent')}</p>
          )}
        </>
      ),
    });
  if (benefit)
    found.push({
      key: 'benefit',
      content: (
        <>
          <h2>{t('kiosk.benefit')}</h2>
          <div className="hp-public-sums">
            <Figure
              isMain
              label="CO₂"
              {...kilo(benefit.co2Kg, 'kg', 't')}
              sub={recordedText(benefit.recordedSince)}
            />
            <Figure label={t('kiosk.car')} unit="km" value={formatNumber(benefit.carKm, 0)} />
            <Figure
              label={t('kiosk.trees')}
              value={formatNumber(benefit.trees, benefit.trees < 20 ? 1 : 0)}
            />
          </div>
        </>
      ),
    });
  return found;
}

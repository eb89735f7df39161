import type { ReactNode } from 'react';
import { Figure } from '../../components/base/Figure.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { recordedText } from '../../components/pv/recorded.ts';
import { t } from '../../i18n.ts';
import { DayCurve } from './DayCurve.tsx';
import type { PublicView } from './PublicPlantPage.tsx';

const kilo = (value: number, unit: string, big: string) =>
  value >= 1000
    ? { value: formatNumber(value / 1000, 1), unit: big }
    : { value: formatNumber(value, value < 10 ? 2 : 0), unit };

/** The blocks that the owner has published, in order. */
export function blocksOf(view: PublicView): { key: string; content: ReactNode }[] {
  const { now, today, curve, benefit, verdict, isLive } = view;
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
    // What was reported long ago is not now.
    const power = isLive || view.isAsleep ? kilo(isLive ? now.powerW : 0, 'W', 'kW') : { value: null };
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
          <Figure
            isMain
            label={t('kiosk.today')}
            {...(today.today === null ? { value: null } : kilo(today.today, 'kWh', 'MWh'))}
          />
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

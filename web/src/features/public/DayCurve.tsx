// Power over a day on the public page, with axes: plant-local hours on x, power on y.
import type { ReactNode } from 'react';
import { powerFigure } from '../../components/base/amounts.ts';
import { Sparkline } from '../../components/pv/Sparkline.tsx';
import { clockLabel } from '../../formats.ts';
import { t } from '../../i18n.ts';

const HOURS = [0, 6, 12, 18, 24];

interface DayCurveProps {
  powerW: readonly (number | null)[];
  steps: number;
  stepMinutes: number;
}

/** The curve with the highest power and zero at its side and the hours of the day below. */
export function DayCurve({ powerW, steps, stepMinutes }: DayCurveProps): ReactNode {
  const top = Math.max(0, ...powerW.map((value) => value ?? 0));
  const at = powerW.indexOf(top);
  const minutes = at * stepMinutes;
  const clock = clockLabel(
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  );
  return (
    <figure className="hp-public-axes">
      <div aria-hidden="true" className="hp-public-power">
        <span>{powerFigure(top).text}</span>
        <span>{powerFigure(0).text}</span>
      </div>
      <Sparkline powerW={powerW} steps={steps} />
      <ol aria-hidden="true" className="hp-public-hours">
        {HOURS.map((hour) => (
          <li key={hour}>{clockLabel(`${String(hour).padStart(2, '0')}:00`)}</li>
        ))}
      </ol>
      <figcaption className="hp-unseen">
        {t('site.curve.peak', { power: powerFigure(top).text, time: clock })}
      </figcaption>
    </figure>
  );
}

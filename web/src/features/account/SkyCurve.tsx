// The illustration of the login page: today's sun from dawn to dusk, clear-sky power (dashed), and production until
// now. Not real data: everyone sees the same calm morning clouds.
import { DAY_MS } from '@helioport/domain/duration';
import { type ReactNode, useEffect, useState } from 'react';
import { language, t } from '../../i18n.ts';
import './sky.css';

const WIDTH = 640;
const HEIGHT = 290;
const GROUND = 250;
const TOP = 40;
const STEP_H = 0.1;

/** Half of the day's length in hours, near 45 degrees north: 4.4 in December, 7.8 in June. */
function halfDay(now: Date): number {
  const yearStart = new Date(now.getFullYear(), 0, 0).getTime();
  const dayOfYear = (now.getTime() - yearStart) / DAY_MS;
  return 6.1 - 1.7 * Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365.25);
}

/** The illustration covers 3:00 to 22:00, which includes the longest day. */
const FIRST_HOUR = 3;
const LAST_HOUR = 22;

const xOf = (hour: number) => ((hour - FIRST_HOUR) / (LAST_HOUR - FIRST_HOUR)) * WIDTH;
const yOf = (share: number) => GROUND - share * (GROUND - TOP);
const clearSky = (hour: number, half: number) => {
  const angle = ((hour - 12.5) / half) * (Math.PI / 2);
  return Math.abs(angle) >= Math.PI / 2 ? 0 : Math.cos(angle) ** 1.25;
};
/** Share of clear-sky power that passes the clouds, the same every day. */
const clouds = (hour: number) => {
  const veil = 0.09 * Math.sin(hour * 2.1) + 0.06 * Math.sin(hour * 5.3 + 1);
  const cumulus =
    0.42 * Math.exp(-(((hour - 10.4) / 0.28) ** 2)) + 0.3 * Math.exp(-(((hour - 14.7) / 0.4) ** 2));
  return Math.min(0.98, 0.9 + veil - cumulus);
};

const clock = new Intl.DateTimeFormat(language.tag, { hour: 'numeric' });

function pathOf(from: number, to: number, share: (hour: number) => number): string {
  const steps = Math.max(1, Math.ceil((to - from) / STEP_H));
  return Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps)
    .map((hour, i) => `${i === 0 ? 'M' : 'L'}${xOf(hour).toFixed(1)} ${yOf(share(hour)).toFixed(1)}`)
    .join('');
}

export function SkyCurve(): ReactNode {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const half = halfDay(now);
  const rise = 12.5 - half;
  const set = 12.5 + half;
  const hour = now.getHours() + now.getMinutes() / 60;
  const until = Math.min(set, Math.max(rise, hour));
  const isDay = hour > rise && hour < set;
  const made = (at: number) => clearSky(at, half) * clouds(at);
  return (
    <svg aria-label={t('public.sunPath')} className="hp-sky" role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <g className="hp-sky-grid">
        {[6, 9, 12, 15, 18].map((mark) => (
          <g key={mark}>
            <path d={`M${xOf(mark)} ${TOP - 20}V${GROUND}`} />
            <text textAnchor="middle" x={xOf(mark)} y={GROUND + 24}>
              {clock.format(new Date(2000, 0, 1, mark))}
            </text>
          </g>
        ))}
      </g>
      {until > rise && (
        <path
          className="hp-sky-made"
          d={`${pathOf(rise, until, made)}L${xOf(until).toFixed(1)} ${GROUND}L${xOf(rise).toFixed(1)} ${GROUND}Z`}
        />
      )}
      <path className="hp-sky-clear" d={pathOf(rise, set, (at) => clearSky(at, half))} />
      {until > rise && <path className="hp-sky-line" d={pathOf(rise, until, made)} />}
      <path className="hp-sky-ground" d={`M0 ${GROUND}H${WIDTH}`} />
      {isDay ? (
        <g transform={`translate(${xOf(hour)} ${yOf(clearSky(hour, half))})`}>
          <circle className="hp-sky-glow" r="26" />
          <circle className="hp-sky-sun" r="11" />
        </g>
      ) : (
        <circle className="hp-sky-night" cx={Math.min(WIDTH, Math.max(0, xOf(hour)))} cy={GROUND} r="6" />
      )}
    </svg>
  );
}

import type { OutputOf } from '@helioport/contract/endpoint';
import { pv } from '@helioport/contract/pv';
import { HOUR_MS } from '@helioport/domain/duration';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { forecastText } from '../../../components/pv/forecast.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { clockText, weekdayText } from '../../../components/pv/plantClock.ts';
import { t, type WordKey } from '../../../i18n.ts';
import './weatherPanel.css';

type Answer = OutputOf<typeof pv.weather7Day>;
type SunDay = Answer['sun'][number];

const SOURCE = 'https://open-meteo.com/';

/** The next days: forecast, sunrise and sunset, and clear-sky energy. */
export function WeatherPanel({ plant: { sid, detail } }: { plant: Plant }): ReactNode {
  const often = { staleMs: HOUR_MS, refreshMs: HOUR_MS };
  const answer = useCall(pv.weather7Day, { sid }, { live: 'none', ...often });
  const { data } = answer;
  const nowhere = { title: t('site.weather.nowhere'), hint: t('site.weather.nowhereHint') };
  const notes = data && data.sun.length > 0 ? notesOf(data).map((word) => t(word)) : [];
  return (
    <Panel
      answer={answer}
      empty={data?.sun.length === 0 && nowhere}
      height={120}
      sub={notes.join(' ')}
      title={t('site.weather.title')}
    >
      {data && (
        <>
          <ul className="hp-weather">
            {data.sun.map((day) => (
              <li key={day.datetime}>
                <h3>{weekdayText(day.datetime)}</h3>
                {data.list.length > 0 && <p>{forecastText(data, day.datetime)}</p>}
                <dl>
                  <dt>{t('site.weather.daylight')}</dt>
                  <dd>{daylightText(day, detail.timezone)}</dd>
                  {day.clearSkyKwh !== null && (
                    <>
                      <dt>{t('site.weather.clearSky')}</dt>
                      <dd>{energyFigure(day.clearSkyKwh).text}</dd>
                    </>
                  )}
                </dl>
              </li>
            ))}
          </ul>
          {data.list.length > 0 && (
            <a className="hp-weather-source" href={SOURCE} rel="noreferrer" target="_blank">
              {t('site.weather.source')}
            </a>
          )}
        </>
      )}
    </Panel>
  );
}

/** Source of the forecast or why there is none, and the basis of the energies. */
function notesOf({ source, list, clearSkyBasis }: Answer): WordKey[] {
  const notes: WordKey[] = [];
  // No note without a forecast source: that is normal, and the panel states that its values are computed.
  if (list.length === 0 && source !== 'none') notes.push('site.weather.notReached');
  if (clearSkyBasis === 'noRating') return [...notes, 'site.weather.noRating'];
  notes.push('site.weather.computed');
  if (clearSkyBasis !== 'planes') notes.push('site.weather.usual');
  return notes;
}

function daylightText({ light, sunrise, sunset }: SunDay, timeZone: string): string {
  if (sunrise === null || sunset === null)
    return t(light === 'polarDay' ? 'site.weather.allDay' : 'site.weather.never');
  return `${clockText(sunrise, timeZone)} – ${clockText(sunset, timeZone)}`;
}

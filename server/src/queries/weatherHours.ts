// What the sky did while a chart of one day was measured.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { HOUR_MS } from '@helioport/domain/duration';
import { rounded } from '@helioport/domain/units';
import { sql } from 'kysely';
import type { Services } from '../access/handler.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import type { WeatherHour } from '../platform/weather.ts';

interface WeatherRequest {
  tx: Tx;
  services: Services;
  input: { weatherHours: boolean };
}

/**
 * Air temperature (°C) and cloud cover (%) at each of some instants of a day, in ms and ascending, if requested by
 * `weatherHours`. Null if not, and if unknown: no source, no location of the plant, or a day that the source does not
 * cover.
 */
export async function weatherAt(
  { tx, services, input }: WeatherRequest,
  siteId: number,
  instants: readonly number[],
): Promise<OutputOf<typeof site.statisticsEcharts>['weatherSeries']> {
  const [first, last] = [instants[0], instants.at(-1)];
  if (!input.weatherHours || first === undefined || last === undefined) return null;
  const { rows } = await sql<Columns<'sites', 'latitude' | 'longitude'>>`
    select latitude, longitude from sites where id = ${siteId}`.execute(tx);
  const { latitude, longitude } = rows[0] ?? { latitude: null, longitude: null };
  if (latitude === null || longitude === null) return null;
  const hours = await services.weather.hours({ latitude, longitude }, first, last + HOUR_MS);
  if (hours.length === 0) return null;
  const byHour = new Map(hours.map((hour) => [hour.at, hour]));
  const line = (key: string, name: string, unit: string, of: (hour: WeatherHour) => number) => ({
    stack: '',
    name,
    unit,
    key,
    data: instants.map((at) => between(byHour, at, of)),
  });
  return [
    line('airTemperature', 'Temperature', '°C', ({ airC }) => airC),
    line('cloudCover', 'Cloud cover', '%', ({ cloudPercent }) => cloudPercent),
  ];
}

/** On the straight line between the two hours around an instant; null where one of them is not known. */
function between(
  byHour: ReadonlyMap<number, WeatherHour>,
  at: number,
  of: (hour: WeatherHour) => number,
): number | null {
  const beforeMs = Math.floor(at / HOUR_MS) * HOUR_MS;
  const share = (at - beforeMs) / HOUR_MS;
  const before = byHour.get(beforeMs);
  const after = share === 0 ? before : byHour.get(beforeMs + HOUR_MS);
  return before && after ? rounded(of(before) * (1 - share) + of(after) * share, 1) : null;
}

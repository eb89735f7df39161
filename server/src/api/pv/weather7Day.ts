import type { pv } from '@helioport/contract/pv';
import { languageByCode } from '@helioport/domain/languages';
import { addDays, dayBounds, dayRange, localDay } from '@helioport/domain/periods';
import { daylight } from '@helioport/domain/sun';
import { kwh, rounded } from '@helioport/domain/units';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { clearSkyBetween } from '../../queries/clearSky.ts';

const DAYS = 7;

interface Row extends Columns<'sites', 'id' | 'latitude' | 'longitude'> {
  timeZone: string;
  unit: 'Celsius' | 'Fahrenheit';
}

export default handler<typeof pv.weather7Day>(async ({ input, visible, tx, now, lan, services }) => {
  const { rows } = await sql<Row>`
    select s.id, s.latitude, s.longitude, s.timezone as "timeZone", s.temperature_unit as unit
    from ${visible.sites} s where s.sid = ${input.sid}`.execute(tx);
  const found = rows[0] ?? fail('site.unknown');
  const { latitude, longitude, timeZone, unit } = found;
  const { between, basis } = await clearSkyBetween(tx, found);
  const today = localDay(now, timeZone);
  const days =
    latitude === null || longitude === null
      ? []
      : await services.weather.sevenDays({ latitude, longitude, timeZone });

  const degrees = (celsius: number) => rounded(unit === 'Fahrenheit' ? celsius * 1.8 + 32 : celsius, 1);
  const weekday = new Intl.DateTimeFormat(languageByCode(lan)?.tag, { weekday: 'long', timeZone: 'UTC' });
  return {
    days: days.length,
    temperatureUnit: unit,
    list: days.map((day) => ({
      datetime: day.day,
      temp: degrees(day.meanC),
      tempMax: degrees(day.maxC),
      tempMin: degrees(day.minC),
      icon: day.icon,
      week: weekday.format(new Date(day.day)),
      conditions: translate(lan, `weather.${day.icon}`),
    })),
    source: services.weather.source,
    sun:
      latitude === null || longitude === null
        ? []
        : dayRange(today, addDays(today, DAYS - 1)).map((day) => {
            const span = dayBounds(day, timeZone);
            const light = daylight(span, latitude, longitude);
            const sky = between?.(span.startMs, span.endMs);
            return {
              datetime: day,
              light: light.kind,
              sunrise: light.kind === 'normal' ? Math.round(light.sunriseMs) : null,
              sunset: light.kind === 'normal' ? Math.round(light.sunsetMs) : null,
              clearSkyKwh: sky === undefined ? null : kwh(sky.wh),
            };
          }),
    clearSkyBasis: basis,
  };
});

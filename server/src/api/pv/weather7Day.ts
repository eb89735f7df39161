import type { pv } from '@helioport/contract/pv';
import { languageByCode } from '@helioport/domain/languages';
import { rounded } from '@helioport/domain/units';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { say } from '../../platform/words.ts';

interface Row {
  latitude: number | null;
  longitude: number | null;
  timeZone: string;
  unit: 'Celsius' | 'Fahrenheit';
}

const weather7Day: Handler<typeof pv.weather7Day> = async ({ input, visible, tx, lan, services }) => {
  const { rows } = await sql<Row>`
    select s.latitude, s.longitude, s.timezone as "timeZone", s.temperature_unit as unit
    from ${visible.sites} s where s.sid = ${input.sid}`.execute(tx);
  const { latitude, longitude, timeZone, unit } = rows[0] ?? fail('site.unknown');
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
      conditions: say(lan, `weather.${day.icon}`),
    })),
  };
};

export default weather7Day;

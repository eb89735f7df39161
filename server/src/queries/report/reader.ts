// Language and formats of a report: texts, numbers, money, dates and times.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { languageByCode } from '@helioport/domain/languages';
import { dayNumber } from '@helioport/domain/periods';
import type { Span } from '@helioport/domain/reportSpans';
import { formatEnergy, formatMoney, formatPower } from '@helioport/domain/units';
import { sql } from 'kysely';
import type { Tables } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { type Filling, translate } from '../../platform/texts.ts';
import { hourStarts } from '../../timeseries/query/energyHours.ts';

interface Writing {
  languageCode: number;
  /** BCP-47 tag by which numbers are written; '' as the language does. */
  numberFormat: string;
  timeFormat: Tables['users']['timeFormat'];
}

export interface Reader {
  languageCode: number;
  /** BCP-47 tag of the language. */
  tag: string;
  translate(key: string, params?: Record<string, Filling>): string;
  energy(wh: number | null): string;
  power(watts: number | null): string;
  money(amount: number, currency: string): string;
  /** A share of 0 to 1 as a percentage; below one percent with a decimal. */
  percent(share: number): string;
  number(value: number, places: number): string;
  /** A day, a month, a year, days from and to, an hour of a day. */
  span(span: Span, timeZone: string): string;
  /** Day and clock of an instant (ms). */
  instant(atMs: number, timeZone: string): string;
  clock(atMs: number, timeZone: string): string;
  day(day: string, form: 'full' | 'short'): string;
  month(month: string, form: 'full' | 'short'): string;
}

/** Language and formats of numbers and times for the emails of an account. */
export async function writingOf(tx: Tx, userId: number): Promise<Writing> {
  const { rows } = await sql<Writing>`
    select language_code as "languageCode", number_format as "numberFormat", time_format as "timeFormat"
    from users where id = ${userId}`.execute(tx);
  return rows[0] ?? { languageCode: 6, numberFormat: '', timeFormat: '24' };
}

const noon = (day: string) => dayNumber(day) * DAY_MS;

/** The formatters of a language with these number and time formats. */
export function readerOf({ languageCode, numberFormat, timeFormat }: Writing): Reader {
  const tag = languageByCode(languageCode)?.tag ?? 'en-US';
  const numberTag = numberFormat || tag;
  const dates = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone });
  const hourCycle = timeFormat === '12' ? 'h12' : 'h23';
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle } as const;
  const full = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return {
    languageCode,
    tag,
    translate: (key, params = {}) => translate(languageCode, key, params),
    energy: (wh) => formatEnergy(wh, numberTag).text,
    power: (watts) => formatPower(watts === null ? null : Math.round(watts), numberTag).text,
    money: (amount, currency) => formatMoney(amount, currency, numberTag),
    percent: (share) =>
      new Intl.NumberFormat(numberTag, {
        style: 'percent',
        maximumFractionDigits: Math.abs(share) < 0.01 ? 1 : 0,
      }).format(share),
    number: (value, places) =>
      new Intl.NumberFormat(numberTag, { maximumFractionDigits: places }).format(value),
    span({ shape, from, to, hour }, timeZone) {
      switch (shape) {
        case 'hour': {
          const begin = hourStarts(from, timeZone)[hour ?? 0] ?? noon(from);
          return dates({ ...full, ...clock }, timeZone).formatRange(begin, begin + HOUR_MS);
        }
        case 'day':
          return dates(full).format(noon(from));
        case 'month':
          return dates({ month: 'long', year: 'numeric' }).format(noon(from));
        case 'year':
          return from.slice(0, 4);
        case 'days':
          return dates({ ...full, month: 'short' }).formatRange(noon(from), noon(to));
      }
    },
    instant: (atMs, timeZone) => dates({ ...full, ...clock }, timeZone).format(atMs),
    clock: (atMs, timeZone) => dates(clock, timeZone).format(atMs),
    day: (day, form) => dates(form === 'full' ? full : { day: 'numeric' }).format(noon(day)),
    month: (month, form) =>
      dates(form === 'full' ? { month: 'long', year: 'numeric' } : { month: 'short' }).format(
        noon(`${month}-01`),
      ),
  };
}

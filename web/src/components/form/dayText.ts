// Formats and parses a numeric date: 22.11.2026, 11/22/2026, 2026/11/22.
import { DAY_MS } from '@helioport/domain/duration';
import { dayNumber, isDay } from '@helioport/domain/periods';

const formatOf = (tag: string) =>
  new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** A day `YYYY-MM-DD` in the numeric format of a language (BCP-47); '' for ''. */
export const dayInFigures = (day: string, tag: string): string =>
  isDay(day) ? formatOf(tag).format(dayNumber(day) * DAY_MS) : '';

/**
 * The entered day as `YYYY-MM-DD`; undefined if invalid. Accepts numbers in the order of the language with any
 * separators, a two-digit year being of this century, or `YYYY-MM-DD` in every language.
 */
export function dayOfFigures(text: string, tag: string): string | undefined {
  const figures = text.match(/\d+/g) ?? [];
  const order = /^\s*\d{4}/.test(text)
    ? ['year', 'month', 'day']
    : formatOf(tag)
        .formatToParts(0)
        .map(({ type }) => type)
        .filter((type) => type !== 'literal');
  if (figures.length !== 3) return undefined;
  const of = (part: string) => figures[order.indexOf(part)] ?? '';
  const year = of('year').length === 2 ? `20${of('year')}` : of('year');
  const day = `${year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

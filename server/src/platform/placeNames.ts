// Countries, states, time zones and currencies as localized, sorted lists.
import { currencies, currencyOf } from '@helioport/domain/currencies';
import { languageByCode } from '@helioport/domain/languages';
import { offsetFinderOf } from '@helioport/domain/offsets';
import { zoneName } from '@helioport/domain/zones';
import { iso31661, iso31662 } from 'iso-3166';
import { countryName } from './texts.ts';

const tagOf = (languageCode: number) => languageByCode(languageCode)?.tag ?? 'en-US';

/** Makes a thing once per language. */
function perLanguage<T>(make: (tag: string, languageCode: number) => T): (languageCode: number) => T {
  const made = new Map<string, T>();
  return (languageCode) => {
    const tag = tagOf(languageCode);
    const known = made.get(tag);
    if (known !== undefined) return known;
    const fresh = make(tag, languageCode);
    made.set(tag, fresh);
    return fresh;
  };
}

/** All countries, by name. */
export const countries = perLanguage((tag, languageCode) => {
  const { compare } = new Intl.Collator(tag);
  return iso31661
    .map(({ alpha2 }) => ({
      code: alpha2,
      name: countryName(alpha2, languageCode),
      currency: currencyOf(alpha2),
    }))
    .sort((a, b) => compare(a.name, b.name));
});

/** The states, provinces or regions of a country (alpha-2), by name. */
export function states(countryCode: string, languageCode: number) {
  const { compare } = new Intl.Collator(tagOf(languageCode));
  return iso31662
    .filter(({ code }) => code.startsWith(`${countryCode}-`))
    .map(({ code, name, parent }) => ({ code, name, parent: parent.includes('-') ? parent : '' }))
    .sort((a, b) => compare(a.name, b.name));
}

/** Newer runtimes have `getTimeZones()`, older ones `timeZones`. */
interface LocaleOfZones {
  getTimeZones?: () => string[] | undefined;
  timeZones?: string[] | undefined;
}

/** The time zones in use in a country (alpha-2); none for codes that are no country. */
export function zonesOf(countryCode: string): string[] {
  if (!/^[A-Z]{2}$/.test(countryCode)) return [];
  const locale = new Intl.Locale(`und-${countryCode}`) as LocaleOfZones;
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(zoneName);
}

let countryByZone: ReadonlyMap<string, string> | undefined;

/** The country (alpha-2) to which a time zone belongs; '' for UTC, and for zones of the sea. */
export function countryOfZone(timeZone: string): string {
  // Created on first use: reading all zones takes a third of a second.
  countryByZone ??= new Map(
    iso31661.flatMap(({ alpha2 }) => zonesOf(alpha2).map((zone): [string, string] => [zone, alpha2])),
  );
  return countryByZone.get(timeZone) ?? '';
}

const allZones = () => [...new Set([...Intl.supportedValuesOf('timeZone').map(zoneName), 'UTC'])].sort();

/** Two digits after the sign, such as UTC-03:30; plain UTC where there is no offset. */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** UTC offset of a zone at an instant, as text and in minutes. */
export function offsetAt(timeZone: string, nowMs: number): { offset: string; offsetMinutes: number } {
  const offsetMinutes = offsetFinderOf(timeZone)(nowMs) / 60_000;
  return { offset: offsetText(offsetMinutes), offsetMinutes };
}

/** Names of zones are slow to make, so they are made once per language: as they are called at the first question. */
const zoneNames = perLanguage((tag) => {
  const made = new Map<string, string>();
  return (timeZone: string, nowMs: number): string => {
    const known = made.get(timeZone);
    if (known !== undefined) return known;
    const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
      nowMs,
    );
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
    made.set(timeZone, name);
    return name;
  };
});

/** The time zones of a country, or all of them, with their offset at an instant. */
export function timeZones(countryCode: string, languageCode: number, nowMs: number) {
  const nameOf = zoneNames(languageCode);
  return (countryCode === '' ? allZones() : zonesOf(countryCode)).map((timezone) => ({
    timezone,
    name: nameOf(timezone, nowMs),
    ...offsetAt(timezone, nowMs),
  }));
}

/** The currencies in use, by name. */
export const currencyList = perLanguage((tag) => {
  const names = new Intl.DisplayNames([tag], { type: 'currency' });
  const symbolOf = (currency: string) =>
    new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find((part) => part.type === 'currency')?.value ?? currency;
  const { compare } = new Intl.Collator(tag);
  return currencies
    .map((code) => ({ code, name: names.of(code) ?? code, symbol: symbolOf(code) }))
    .sort((a, b) => compare(a.name, b.name));
});

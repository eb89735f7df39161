// Countries and their parts by ISO 3166, as far as addresses need them.
import { zoneName } from '@helioport/domain/zones';
import { iso31661, iso31662 } from 'iso-3166';
import { BusinessFailure, fail } from './failure.ts';

const countries = new Set(iso31661.filter((one) => one.state === 'assigned').map((one) => one.alpha2));
const states = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Whether this is the alpha-2 code of a country. */
export const isCountry = (code: string): boolean => countries.has(code);

/** The own name of a part of a country, such as `Berlin` for DE and DE-BE; undefined when the country has no such part. */
export const stateNameOf = (countryCode: string, stateCode: string): string | undefined =>
  stateCode.startsWith(`${countryCode}-`) ? states.get(stateCode) : undefined;

/** Country and state as they are stored; refuses a country that does not exist and a state that is not its own. */
export function checkedPlace(countryCode: string, stateCode: string) {
  if (countryCode !== '' && !isCountry(countryCode)) fail('request.invalid', { field: 'countryCode' });
  const stateName = stateCode === '' ? '' : stateNameOf(countryCode, stateCode);
  if (stateName === undefined) return fail('request.invalid', { field: 'stateCode' });
  return { countryCode, stateCode, stateName };
}

/** Current name of a time zone; rejects other input such as an offset, which has no daylight saving rule. */
export function checkedZone(timeZone: string): string {
  const name = zoneName(timeZone);
  try {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError('an offset');
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return fail('request.invalid', { field: 'timezone' });
  }
  return name;
}

/** The present name of a time zone; null for what is none. */
export function zoneOrNull(timeZone: string): string | null {
  try {
    return checkedZone(timeZone);
  } catch (error) {
    if (error instanceof BusinessFailure) return null;
    throw error;
  }
}

// Countries and their parts by ISO 3166, as far as addresses need them.
import { iso31661, iso31662 } from 'iso-3166';

const countries = new Set(iso31661.filter((one) => one.state === 'assigned').map((one) => one.alpha2));
const states = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Whether this is the alpha-2 code of a country. */
export const isCountry = (code: string): boolean => countries.has(code);

/** The own name of a part of a country, such as `Berlin` for DE and DE-BE; undefined when the country has no such part. */
export const stateNameOf = (countryCode: string, stateCode: string): string | undefined =>
  stateCode.startsWith(`${countryCode}-`) ? states.get(stateCode) : undefined;

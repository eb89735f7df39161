// Public data available without login: languages, locations, currencies, time zones and the brand.
import { z } from 'zod';
import { type Contract, endpoint, open, signedIn } from './endpoint.ts';
import { noInput } from './envelope.ts';
import { body, filterText } from './values.ts';

/** Public name, email, logo and switches of a brand. */
export const publicBrand = z
  .object({
    id: z.number().int(),
    name: z.string(),
    company: z.string(),
    supportMail: z.string(),
    logo: z.string().describe('Address of the image.'),
    siderTheme: z.enum(['dark', 'light']),
    openRegistration: z.boolean(),
    maintenance: z.boolean(),
    appStoreUrl: z.string().describe("Link to the app for iPhone; '' for none."),
    playStoreUrl: z.string().describe("Link to the app for Android; '' for none."),
  })
  .meta({ id: 'PublicBrand' });

/** A country code in either case. */
const countryCode = filterText.transform((raw) => raw.toUpperCase());

/** Degrees, also as text. */
export const degrees = (limit: number) => {
  const bounded = z.number().min(-limit).max(limit);
  const text = z
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, 'Expected degrees');
  return z.union([bounded, text.transform(Number).pipe(bounded)]);
};

export const common = {
  lan: endpoint({
    path: 'v1/common/lan',
    summary: 'The languages of the portal.',
    grant: open,
    evenInMaintenance: true,
    input: noInput,
    output: z.object({
      list: z.array(z.object({ title: z.string(), webCode: z.string(), code: z.number().int() })),
    }),
  }),
  country: endpoint({
    path: 'v1/common/country',
    summary: "The countries, named and sorted in the caller's language.",
    grant: open,
    input: noInput,
    output: z.object({
      list: z.array(
        z.object({
          code: z.string().describe('ISO 3166-1 alpha-2.'),
          name: z.string(),
          currency: z.string().describe("ISO 4217; '' where there is none."),
        }),
      ),
    }),
  }),
  state: endpoint({
    path: 'v1/common/state',
    summary: 'The states, provinces or regions of a country, by their local names.',
    grant: open,
    input: body({ country_code: countryCode.describe('ISO 3166-1 alpha-2, such as DE.') }),
    output: z.object({
      list: z.array(
        z.object({
          code: z.string().describe('ISO 3166-2, such as DE-BE.'),
          name: z.string(),
          parent: z.string().describe("Larger subdivision that contains it; '' for none."),
        }),
      ),
    }),
  }),
  timezone: endpoint({
    path: 'v1/common/timezone',
    summary: 'The time zones with their current offset; only those of one country if given.',
    grant: open,
    input: body({ country_code: countryCode.describe('ISO 3166-1 alpha-2, such as DE; absent: all.') }),
    output: z.object({
      list: z.array(
        z.object({
          timezone: z.string().describe('IANA name, such as Europe/Berlin.'),
          name: z.string().describe("In the caller's language."),
          offset: z.string().describe('Such as UTC+02:00.'),
          offsetMinutes: z.number().describe('Local time minus UTC, now.'),
        }),
      ),
    }),
  }),
  currency: endpoint({
    path: 'v1/common/currency',
    summary: "The currencies in use, named in the caller's language.",
    grant: open,
    input: noInput,
    output: z.object({
      list: z.array(z.object({ code: z.string(), name: z.string(), symbol: z.string() })),
    }),
  }),
  addressInfo: endpoint({
    path: 'v1/common/addressInfo',
    summary: 'Country, state, time zone and currency of a location, looked up without an external service.',
    grant: signedIn,
    input: body({ latitude: degrees(90), longitude: degrees(180) }),
    output: z.object({
      countryCode: z.string().describe("'' at sea and where unknown."),
      countryName: z.string(),
      isCountryCertain: z
        .boolean()
        .describe('False near borders and coasts: a suggestion for the user to confirm.'),
      stateCode: z.string().describe("ISO 3166-2; '' unless it is certain."),
      stateName: z.string(),
      timezone: z.string(),
      offset: z.string(),
      isTimezoneCertain: z.boolean().describe('False near the border of a time zone.'),
      currency: z.string().describe("ISO 4217; '' if the country is unknown."),
    }),
  }),
  getHardwareValid: endpoint({
    path: 'v2/common/getHardwareValid',
    summary: 'Whether a serial number can be added to a plant.',
    grant: signedIn,
    input: body({ sn: filterText }),
    output: z.object({
      sn: z.string().describe('Canonical form.'),
      valid: z.boolean(),
      result: z
        .enum(['valid', 'unknown', 'taken', 'restricted', 'notIssued', 'format', 'model'])
        .describe(
          'unknown: not known to the caller, but can be added; taken: belongs to a plant; restricted, notIssued: the serial number list does not allow it in a plant.',
        ),
      msg: z.string().describe('The result as text.'),
    }),
  }),
  brand: endpoint({
    path: 'v1/common/brand',
    summary: 'Name, email, logo and switches of the brand in use.',
    grant: open,
    evenInMaintenance: true,
    input: noInput,
    output: publicBrand.extend({
      demo: z.boolean().describe('The portal contains demo data: fictitious plants and users.'),
    }),
  }),
  privacyPolicy: endpoint({
    path: 'v1/common/privacyPolicy',
    summary: 'The privacy policy of the brand.',
    grant: open,
    evenInMaintenance: true,
    input: noInput,
    output: z.object({
      text: z
        .string()
        .describe(
          "Plain text with # headings, - lists, **strong** and [links](https://…); '' for the default policy.",
        ),
    }),
  }),
} satisfies Contract;

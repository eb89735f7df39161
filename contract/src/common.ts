// What everybody may know before signing in: languages, places, money, time zones and the brand.
import { z } from 'zod';
import { type Contract, endpoint, open, signedIn } from './endpoint.ts';
import { noInput } from './envelope.ts';
import { body, filterText } from './values.ts';

/** Name, mail, logo and switches of a brand, as far as everybody may know them. */
export const publicBrand = z
  .object({
    id: z.number().int(),
    name: z.string(),
    company: z.string(),
    supportMail: z.string(),
    logo: z.string().describe('Address of the picture.'),
    siderTheme: z.enum(['dark', 'light']),
    openRegistration: z.boolean(),
    maintenance: z.boolean(),
    appStoreUrl: z.string().describe("Address of the app for iPhones; '' for none."),
    playStoreUrl: z.string().describe("Address of the app for Android phones; '' for none."),
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
    summary: 'The countries, named and ordered in the language of the caller.',
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
    summary: 'The states, provinces or regions of a country, by their own names.',
    grant: open,
    input: body({ country_code: countryCode.describe('ISO 3166-1 alpha-2, such as DE.') }),
    output: z.object({
      list: z.array(
        z.object({
          code: z.string().describe('ISO 3166-2, such as DE-BE.'),
          name: z.string(),
          parent: z.string().describe("The larger subdivision it is part of; '' for none."),
        }),
      ),
    }),
  }),
  timezone: endpoint({
    path: 'v1/common/timezone',
    summary: 'The time zones with their present offset, those of one country if it is named.',
    grant: open,
    input: body({ country_code: countryCode.describe('ISO 3166-1 alpha-2, such as DE; absent: all.') }),
    output: z.object({
      list: z.array(
        z.object({
          timezone: z.string().describe('IANA name, such as Europe/Berlin.'),
          name: z.string().describe('In the language of the caller.'),
          offset: z.string().describe('Such as UTC+02:00.'),
          offsetMinutes: z.number().describe('Local time minus UTC, now.'),
        }),
      ),
    }),
  }),
  currency: endpoint({
    path: 'v1/common/currency',
    summary: 'The currencies in use, named in the language of the caller.',
    grant: open,
    input: noInput,
    output: z.object({
      list: z.array(z.object({ code: z.string(), name: z.string(), symbol: z.string() })),
    }),
  }),
  addressInfo: endpoint({
    path: 'v1/common/addressInfo',
    summary: 'Country, state, time zone and currency of a point, looked up without any outside service.',
    grant: signedIn,
    input: body({ latitude: degrees(90), longitude: degrees(180) }),
    output: z.object({
      countryCode: z.string().describe("'' at sea and where it is not known."),
      countryName: z.string(),
      isCountryCertain: z.boolean().describe('False near borders and coasts: a suggestion to be confirmed.'),
      stateCode: z.string().describe("ISO 3166-2; '' unless it is certain."),
      stateName: z.string(),
      timezone: z.string(),
      offset: z.string(),
      isTimezoneCertain: z.boolean().describe('False near the border of a time zone.'),
      currency: z.string().describe("ISO 4217; '' where the country is not known."),
    }),
  }),
  getHardwareValid: endpoint({
    path: 'v2/common/getHardwareValid',
    summary: 'Whether a serial number can be entered in a plant.',
    grant: signedIn,
    input: body({ sn: filterText }),
    output: z.object({
      sn: z.string().describe('In its one written form.'),
      valid: z.boolean(),
      result: z
        .enum(['valid', 'unknown', 'taken', 'restricted', 'notIssued', 'format', 'model'])
        .describe(
          'unknown: never heard of as far as you may know, but it may be entered; taken: a plant has it; restricted, notIssued: the list of serials lets no plant have it.',
        ),
      msg: z.string().describe('The result in words.'),
    }),
  }),
  brand: endpoint({
    path: 'v1/common/brand',
    summary: 'Name, mail, logo and switches of the brand under which the portal runs.',
    grant: open,
    evenInMaintenance: true,
    input: noInput,
    output: publicBrand.extend({
      demo: z.boolean().describe('The portal holds a demo world: plants and people that are made up.'),
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
          "Plain text with # headings, - lists, **strong** and [links](https://…); '' for the built-in policy.",
        ),
    }),
  }),
} satisfies Contract;

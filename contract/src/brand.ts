// The fourteen brands that one portal can wear, edited by administrators.
import { z } from 'zod';
import { publicBrand } from './common.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { noInput, nothing } from './envelope.ts';
import { brandsPage, brandUpdateButton } from './grants.ts';
import { upload } from './upload.ts';
import { body, filterFlag, neededText, whole } from './values.ts';

/** Longest privacy policy in characters. */
export const POLICY_MAX = 60_000;

const id = whole(0, 13).describe('Number of the brand, 0 to 13.');

/** A brand as administrators see it. */
export const brandEntry = publicBrand
  .extend({
    hosts: z.array(z.string()).describe('Hostnames that use this brand.'),
    privacyPolicy: z.string(),
    hasLogo: z.boolean().describe('False: the default logo.'),
  })
  .meta({ id: 'Brand' });

/** An address of the web; '' takes it away. Anything but https is refused, since it is drawn as a link. */
const webAddress = z
  .string()
  .trim()
  .max(300)
  .refine((raw) => {
    if (raw === '') return true;
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    return url?.protocol === 'https:' && url.username === '' && url.password === '';
  }, 'Expected an address that begins with https://');

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'Expected a host name without port');

export const brand = {
  list: endpoint({
    path: 'v2/brand/list',
    summary: 'All brands.',
    grant: brandsPage,
    input: noInput,
    output: z.object({ list: z.array(brandEntry) }),
  }),
  update: endpoint({
    path: 'v2/brand/update',
    summary: 'Changes a brand; absent fields are kept.',
    grant: brandUpdateButton,
    writes: true,
    // A policy of full length in a script of three bytes a letter, and escaped.
    bodyBytes: 400_000,
    input: body({
      id,
      name: neededText(60).nullish(),
      company: neededText(120).nullish(),
      supportMail: z
        .union([z.literal(''), z.string().trim().pipe(z.email().max(254))])
        .nullish()
        .describe("'' removes it."),
      siderTheme: z.enum(['dark', 'light']).nullish(),
      openRegistration: filterFlag,
      maintenance: filterFlag,
      hosts: z.union([z.array(hostName).max(50), hostName.transform((one) => [one])]).nullish(),
      privacyPolicy: z.string().max(POLICY_MAX).nullish(),
      appStoreUrl: webAddress.nullish(),
      playStoreUrl: webAddress.nullish(),
    }),
    output: nothing,
  }),
  logo: endpoint({
    path: 'v2/brand/logo',
    summary:
      'Sets the logo of a brand: a PNG, JPEG or WebP image, as multipart with the fields `id` and `file`.',
    grant: brandUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({
      id,
      file: upload,
    }),
    output: z.object({ logo: z.string() }),
  }),
  logoDelete: endpoint({
    path: 'v2/brand/logoDelete',
    summary: 'Restores the default logo of a brand.',
    grant: brandUpdateButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
} satisfies Contract;

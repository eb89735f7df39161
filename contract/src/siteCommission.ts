// Commissioning: what is looked at before a plant is handed to its owner, photos of it as it was built, and its submission.
import { checkKeys, checkResults } from '@helioport/domain/commissioning';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, writtenFile } from './envelope.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { upload } from './upload.ts';
import { body, languageAsked, sid, text, whole } from './values.ts';

/** Most photos of one plant. */
export const COMMISSION_PHOTOS_MAX = 12;

const check = z.object({
  key: z.enum(checkKeys),
  result: z.enum(checkResults).describe('`unknown`: cannot be said.'),
  isOpen: z.boolean().describe('Whether to submit the plant nevertheless needs a reason.'),
  title: z.string(),
  text: z.string().describe('Why, in the language of the call.'),
});

const answer = z.object({
  sid: z.string(),
  siteName: z.string(),
  timezone: z.string(),
  mayEdit: z.boolean(),
  commissionedAt: z.number().int().nullable().describe('Milliseconds since 1970; null: not yet.'),
  checks: z.array(check).describe('As it is now.'),
  submitted: z
    .object({
      by: z.string().describe("'' where the account has gone or is none of the caller's."),
      reason: z.string().describe("Why it was submitted although something was open; '' where nothing was."),
      note: z.string(),
      checks: z.array(check).describe('As it was then.'),
    })
    .nullable()
    .describe('null also for plants that were commissioned before they came here.'),
  photos: z.array(z.object({ id: z.number().int(), address: z.string() })),
});

export const siteCommission = {
  commission: endpoint({
    path: 'v2/site/commission',
    summary: 'The checklist of a plant to be commissioned, looked at now, and how it was submitted.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: answer,
    timeoutMs: 30_000,
  }),
  commissionSubmit: endpoint({
    path: 'v2/site/commissionSubmit',
    summary: 'Submits a plant as commissioned, once. Whatever is open needs a reason.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, reason: text(1000), note: text(4000) }),
    output: answer,
    timeoutMs: 30_000,
  }),
  commissionPdf: endpoint({
    path: 'v2/site/commissionPdf',
    summary:
      'The commissioning of a plant on paper, for its owner: checklist, devices by position, photos, signatures.',
    grant: pvPlantPage,
    queue: 'documents',
    input: body({ sid, languageCode: languageAsked }),
    output: writtenFile,
  }),
  commissionPhoto: endpoint({
    path: 'v2/site/commissionPhoto',
    summary: `Adds a photo of a plant as it was built, at most ${COMMISSION_PHOTOS_MAX}: a PNG, JPEG or WebP file.`,
    grant: plantUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ sid, file: upload.optional().describe('Needed.') }),
    output: z.object({ id: z.number().int(), address: z.string() }),
  }),
  commissionPhotoDelete: endpoint({
    path: 'v2/site/commissionPhotoDelete',
    summary: 'Removes a photo of a plant as it was built.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, photoId: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
} satisfies Contract;

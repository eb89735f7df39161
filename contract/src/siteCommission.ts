// Commissioning: checklist, photos and submission of a plant.
import { checkKeys, checkResults } from '@helioport/domain/commissioning';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, writtenFile } from './envelope.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { upload } from './upload.ts';
import { body, requestedLanguage, sid, text, whole } from './values.ts';

/** Most photos of one plant. */
export const COMMISSION_PHOTOS_MAX = 12;

const check = z.object({
  key: z.enum(checkKeys),
  result: z.enum(checkResults).describe('`unknown`: not verifiable.'),
  isOpen: z.boolean().describe('Whether submitting the plant anyway requires a reason.'),
  title: z.string(),
  text: z.string().describe('Why, in the language of the call.'),
});

const answer = z.object({
  sid: z.string(),
  siteName: z.string(),
  timezone: z.string(),
  address: z.string().describe("Street and town; '' if not entered."),
  installerCompany: z.string().describe("Company of the plant's installer, else of the plant; '' for none."),
  mayEdit: z.boolean(),
  commissionedAt: z.number().int().nullable().describe('Milliseconds since 1970; null: not yet.'),
  checks: z.array(check).describe('Current state.'),
  submitted: z
    .object({
      by: z.string().describe("'' if the account has been closed or is not visible to the caller."),
      reason: z.string().describe("Reason for submitting with open checks; '' if there were none."),
      note: z.string(),
      checks: z.array(check).describe('State at that time.'),
    })
    .nullable()
    .describe('null also for plants commissioned before they were added.'),
  photos: z.array(z.object({ id: z.number().int(), address: z.string() })),
});

export const siteCommission = {
  commission: endpoint({
    path: 'v2/site/commission',
    summary: 'The checklist of a plant to be commissioned, checked now, and its submission.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: answer,
    timeoutMs: 30_000,
  }),
  commissionSubmit: endpoint({
    path: 'v2/site/commissionSubmit',
    summary: 'Submits a plant for commissioning, once. Open checks require a reason.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, reason: text(1000), note: text(4000) }),
    output: answer,
    timeoutMs: 30_000,
  }),
  commissionPdf: endpoint({
    path: 'v2/site/commissionPdf',
    summary:
      'The commissioning record of a plant as PDF, for its owner: checklist, devices by position, photos, signatures.',
    grant: pvPlantPage,
    queue: 'documents',
    input: body({ sid, languageCode: requestedLanguage }),
    output: writtenFile,
  }),
  commissionPhoto: endpoint({
    path: 'v2/site/commissionPhoto',
    summary: `Adds a commissioning photo to a plant, up to ${COMMISSION_PHOTOS_MAX}: a PNG, JPEG or WebP file.`,
    grant: plantUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ sid, file: upload.optional().describe('Required.') }),
    output: z.object({ id: z.number().int(), address: z.string() }),
  }),
  commissionPhotoDelete: endpoint({
    path: 'v2/site/commissionPhotoDelete',
    summary: 'Removes a commissioning photo of a plant.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, photoId: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
} satisfies Contract;

// Import of plants with their history from an account of the vendor cloud.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantCreateButton } from './grants.ts';
import { body, listOf, neededText, secret, sid, whole } from './values.ts';

/** Imports that the list shows. */
export const CLOUD_IMPORTS_SHOWN = 5;

export const cloudImportStates = [
  ...(['reading', 'choosing', 'running', 'login', 'done', 'cancelled', 'failed'] as const),
] as const;
export const cloudPlantStates = [
  ...(['found', 'unselected', 'waiting', 'running', 'done', 'failed', 'undone'] as const),
] as const;
/** Why a plant cannot be imported, or was not. */
export const cloudPlantReasons = [
  ...(['', 'taken', 'several', 'restricted', 'timezone', 'invalid', 'refused', 'gone', 'noData'] as const),
] as const;
/** Why an import waits for its user or ended. */
export const cloudImportReasons = ['', 'expired', 'away', 'invalid', 'refused'] as const;

const instant = z.number().int().nullable().describe('Milliseconds since 1970.');
const id = whole(1, Number.MAX_SAFE_INTEGER);
const number = whole(1, 1_000_000).describe('Identifies the plant within the import.');

const plant = z.object({
  number: z.number().int().describe('Identifies the plant within the import.'),
  cloudSid: z.string(),
  name: z.string(),
  devices: z.number().int(),
  since: z.string().nullable().describe('First month with energy, `2024-03`.'),
  years: z.array(z.string()),
  cloudKwh: z.number().describe('Sum of the months that the cloud states.'),
  state: z.enum(cloudPlantStates),
  reason: z.enum(cloudPlantReasons),
  detail: z.string(),
  taken: z.array(z.string()).describe("Serial numbers of other users' plants."),
  existing: z
    .object({ sid: z.string(), siteName: z.string() })
    .nullable()
    .describe("The caller's plant that has its serial numbers and can receive the history."),
  target: z.object({ sid: z.string(), siteName: z.string() }).nullable(),
  isCreated: z.boolean().describe('The import created the plant.'),
  daysDone: z.number().int(),
  daysTotal: z.number().int(),
  importedKwh: z.number(),
  differing: z.array(z.string()).describe('Months whose days differ from the sum that the cloud states.'),
});

const row = z.object({
  id: z.number().int(),
  account: z.string(),
  state: z.enum(cloudImportStates),
  reason: z.enum(cloudImportReasons),
  detail: z.string(),
  createdAt: z.number().int(),
  endedAt: instant,
  retryAt: instant.describe('Next attempt after a failed one; null otherwise.'),
  plants: z.array(plant),
});

export const cloudImport = {
  list: endpoint({
    path: 'v2/cloudImport/list',
    summary: "The caller's imports from the vendor cloud with their plants and progress, newest first.",
    grant: plantCreateButton,
    input: body({}),
    output: z.object({
      host: z.string().describe("Host of the cloud; '' if the import is disabled."),
      list: z.array(row),
    }),
  }),
  login: endpoint({
    path: 'v2/cloudImport/login',
    summary:
      'Logs in to the vendor cloud and begins an import, or continues one whose session has ended. The password is not stored.',
    grant: plantCreateButton,
    writes: true,
    callsPerHour: 20,
    timeoutMs: 75_000,
    input: body({
      account: neededText(200),
      password: secret(),
      id: id.nullish().describe('Import to continue.'),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  start: endpoint({
    path: 'v2/cloudImport/start',
    summary: 'Imports the selected plants of an account.',
    grant: plantCreateButton,
    writes: true,
    input: body({
      id,
      plants: listOf(
        z.object({
          number,
          into: z
            .union([z.literal(''), sid])
            .describe("Plant of the caller that receives the history; '' creates a plant."),
        }),
        500,
      ).refine((list) => list.length > 0),
    }),
    output: nothing,
  }),
  cancel: endpoint({
    path: 'v2/cloudImport/cancel',
    summary: 'Ends an import; imported plants and days remain.',
    grant: plantCreateButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  undo: endpoint({
    path: 'v2/cloudImport/undo',
    summary:
      'Deletes a plant that an import created and that has not reported yet, or removes the imported days of a plant that existed.',
    grant: plantCreateButton,
    writes: true,
    input: body({ id, number }),
    output: nothing,
  }),
} satisfies Contract;

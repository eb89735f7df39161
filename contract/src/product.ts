// Product models, their serial numbers, and the product of a serial number.
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { z } from 'zod';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import {
  bdmPasswordPage,
  productCreateButton,
  productDeleteButton,
  productsPage,
  productUpdateButton,
  pvPlantPage,
} from './grants.ts';
import { serialCalls } from './productSerials.ts';
import { upload } from './upload.ts';
import {
  body,
  filterText,
  listOf,
  neededText,
  part,
  sn,
  text,
  textIfGiven,
  whole,
  wholeOr,
} from './values.ts';

/** Something a product can do: 1 network config, 5 parameter settings, 7 power switch; and over which ways. */
const productFunction = z
  .object({
    func_id: z.number().int(),
    func_name: z.string(),
    signal_mqtt: z.boolean(),
    signal_bluetooth: z.boolean(),
    signal_at: z.boolean(),
    signal_ap: z.boolean(),
  })
  .meta({ id: 'ProductFunction' });

/** Most DC inputs of a model. */
export const INPUTS_MAX = 64;
/** Most rated power of a model, W. */
export const RATED_MAX_W = 1_000_000;

const [firstKind, ...otherKinds] = deviceKinds.map(({ key }) => key);
const kind = z.enum([firstKind!, ...otherKinds]).describe('Type of its devices.');
const model = whole(1, 2_147_483_647).describe('Number of the model.');
const vendor = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9]{1,15}$/, 'Expected 2 to 16 letters and digits')
  .describe('Manufacturer code in an sn; nep for serial numbers without one.');

const productRow = z
  .object({
    model: z.number().int(),
    modelName: z.string(),
    vendor: z.string(),
    kind,
    kindTitle: z.string(),
    inputs: z.number().int().describe('DC inputs; 0 for none.'),
    ratedPower: z.number().describe('W; 0 for none.'),
    maker: z.string(),
    notes: z.string(),
    picture: z.string().describe("Address; '' for none."),
    isBuiltIn: z.boolean().describe('Built in: only manufacturer, notes and image can be changed.'),
    serials: z.number().int().describe('Number of its serial numbers in the list.'),
  })
  .meta({ id: 'Product' });

export const product = {
  snInfo: endpoint({
    path: 'v2/product/sn/info',
    summary: 'Model and capabilities by serial number, and whether each already belongs to a plant.',
    grant: pvPlantPage,
    input: body({ sn: listOf(sn, 100) }),
    output: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          funcList: z.array(productFunction),
          is_exist: z.boolean(),
        }),
      ),
    }),
  }),
  list: endpoint({
    path: 'v2/product/list',
    summary: 'The product models, built-in ones first.',
    grant: productsPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of name, manufacturer or notes.'),
        kind: filterText,
      }),
      sort: sortBy(['model', 'modelName', 'kind', 'inputs', 'ratedPower', 'maker']),
    }),
    output: pageOf(productRow),
  }),
  detail: endpoint({
    path: 'v2/product/detail',
    summary: 'One model.',
    grant: productsPage,
    input: body({ model }),
    output: productRow,
  }),
  choices: endpoint({
    path: 'v2/product/choices',
    summary: 'All models by name, for selection.',
    grant: signedIn,
    input: body({}),
    output: z.object({
      list: z.array(productRow.pick({ model: true, modelName: true, vendor: true, kind: true })),
    }),
  }),
  create: endpoint({
    path: 'v2/product/create',
    summary: 'Adds a custom model.',
    grant: productCreateButton,
    writes: true,
    input: body({
      modelName: neededText(60),
      vendor,
      kind,
      inputs: wholeOr(0, 0, INPUTS_MAX),
      ratedPower: wholeOr(0, 0, RATED_MAX_W).describe('W.'),
      maker: text(80),
      notes: text(2000),
    }),
    output: z.object({ model: z.number().int() }),
  }),
  update: endpoint({
    path: 'v2/product/update',
    summary: 'Changes a model; absent fields are kept. Of built-in models, only manufacturer and notes.',
    grant: productUpdateButton,
    writes: true,
    input: body({
      model,
      modelName: neededText(60).nullish(),
      kind: kind.nullish(),
      inputs: wholeOr(null, 0, INPUTS_MAX),
      ratedPower: wholeOr(null, 0, RATED_MAX_W).describe('W.'),
      maker: textIfGiven(80),
      notes: textIfGiven(2000),
    }),
    output: nothing,
  }),
  del: endpoint({
    path: 'v2/product/del',
    summary: 'Deletes a custom model that no serial number or device uses.',
    grant: productDeleteButton,
    writes: true,
    input: body({ model }),
    output: nothing,
  }),
  picture: endpoint({
    path: 'v2/product/picture',
    summary: 'Sets the image of a model: a PNG, JPEG or WebP file; without a file, removes it.',
    grant: productUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ model, file: upload.nullish() }),
    output: z.object({ picture: z.string() }),
  }),
  bdmPassword: endpoint({
    path: 'v2/product/bdmPassword',
    summary:
      'The service password of a microinverter: eight digits derived from its serial number. It is not stored.',
    grant: bdmPasswordPage,
    writes: true,
    callsPerHour: 200,
    input: body({ sn }),
    output: z.object({ sn: z.string(), password: z.string().regex(/^\d{8}$/) }),
  }),
  ...serialCalls,
} satisfies Contract;

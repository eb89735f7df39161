// Where the modules of a plant lie: pages, each a drawing of its own, and the places on them. Lengths are metres on the
// plan, x to the right and y down the page; a place is named by its centre.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { layoutEditButton, pvPlantPage } from './grants.ts';
import { upload } from './upload.ts';
import { body, listOf, neededText, sid, sn, whole, wholeOr } from './values.ts';

/** Most places of a page. */
export const PLACES_MAX = 5000;
/** Most pages of a plant. */
export const PAGES_MAX = 50;
/** Most zones of a plant. */
export const ZONES_MAX = 100;
/** Nothing lies further from the origin of its plan. */
export const REACH_M = 2000;
export const MODULE_SIDE_M = { least: 0.1, most: 5 } as const;
export const PAGE_NAME_MAX = 80;

const metres = z.number().min(-REACH_M).max(REACH_M);
const side = z.number().min(MODULE_SIDE_M.least).max(MODULE_SIDE_M.most);
const pageId = whole(1, 1_000_000).describe('Number of the page.');
const version = whole(1, 2_000_000_000).describe('Version of the page on which these changes are based.');

const placed = {
  xM: metres,
  yM: metres,
  rotationDeg: z.number().min(0).lt(360).describe('Clockwise.'),
  isLandscape: z.boolean(),
  planeId: z.number().int().nullable().describe('Its zone; below 0 a new one of this call.'),
  ratedW: z.number().min(0).max(100_000).nullable().describe('W; null if not entered.'),
};
const wired = {
  sn: z.union([z.literal(''), sn]).describe("The device of its input; '' for none yet."),
  addr: z.number().int().min(0).max(256).describe('The input, from 1; 0 for none yet.'),
};
const newPlace = z
  .object({ ...placed, ...wired })
  .refine((place) => (place.sn === '') === (place.addr === 0), {
    path: ['addr'],
    message: 'Expected an input',
  });
const placeId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const knownPlace = z
  .object({ id: placeId, ...placed, ...wired })
  .refine((place) => (place.sn === '') === (place.addr === 0), {
    path: ['addr'],
    message: 'Expected an input',
  });

const zoneFields = {
  id: z.number().int().min(-ZONES_MAX).max(1_000_000).describe('Below 0: a new one.'),
  name: z.string().trim().max(PAGE_NAME_MAX),
  tiltDeg: z.number().min(0).max(90),
  azimuthDeg: z.number().min(0).max(360).describe('Clockwise from north: 90 = east, 180 = south.'),
};
const zone = z.object(zoneFields);

export const layoutZone = z.object(zoneFields).meta({ id: 'LayoutZone' });

export const layoutPage = z
  .object({
    id: z.number().int(),
    name: z.string(),
    position: z.number().int(),
    version: z.number().int(),
    moduleWidthM: z.number().describe('Of a module in portrait orientation.'),
    moduleHeightM: z.number(),
    picture: z.string().describe("Address of the background image; '' for none."),
    pictureWidth: z.number().int().describe('Pixels.'),
    pictureHeight: z.number().int(),
    pictureXM: z.number().describe('Upper left corner.'),
    pictureYM: z.number(),
    metresPerPixel: z.number(),
    count: z.number().int().describe('Number of positions on it.'),
    changedAt: z.number().int().describe('Milliseconds since 1970.'),
    changedBy: z.string().describe("Who saved last, if the caller may know them; else ''."),
  })
  .meta({ id: 'LayoutPage' });

export const layoutPlace = z
  .object({ id: z.number().int(), page: z.number().int(), ...placed, sn: z.string(), addr: z.number().int() })
  .meta({ id: 'LayoutPlace' });

const layoutInput = z
  .object({
    sn: z.string(),
    addr: z.number().int(),
    device: z.string().describe('Name of the device, else its serial number.'),
    modelName: z.string(),
    isPlaced: z.boolean(),
  })
  .meta({ id: 'LayoutInput' });

/** Result of a save. Not saved: another user saved first, and the caller resolves the conflict. */
const saved = z.object({
  isSaved: z.boolean(),
  version: z.number().int().describe('Current version of the page.'),
  ids: z.array(z.number().int()).describe('Of the added positions, in their order.'),
  zoneIds: z.array(z.number().int()).describe('Of the new zones, in their order.'),
});

const onPage = { sid, pageId, version };

/** The calls below `v2/device/modules`. */
export const layout = {
  modules: endpoint({
    path: 'v2/device/modules',
    summary: 'The layout of a plant: its pages, their positions, its zones and the inputs of its devices.',
    grant: pvPlantPage,
    input: body({ sid, page: wholeOr(0, 0, 1_000_000).describe('0: positions of all pages.') }),
    output: z.object({
      pages: z.array(layoutPage),
      zones: z.array(layoutZone),
      list: z.array(layoutPlace),
      inputs: z.array(layoutInput),
      mayEdit: z.boolean(),
    }),
  }),
  modulesPageAdd: endpoint({
    path: 'v2/device/modules/page/add',
    summary: 'Adds an empty layout page to a plant.',
    grant: layoutEditButton,
    writes: true,
    input: body({ sid, name: neededText(PAGE_NAME_MAX) }),
    output: z.object({ id: z.number().int(), version: z.number().int() }),
  }),
  modulesPageEdit: endpoint({
    path: 'v2/device/modules/page/edit',
    summary: 'Changes name, order, module size or background of a page; absent fields are kept.',
    grant: layoutEditButton,
    writes: true,
    input: body({
      ...onPage,
      name: neededText(PAGE_NAME_MAX).nullish(),
      position: whole(0, 1000).nullish(),
      moduleWidthM: side.nullish(),
      moduleHeightM: side.nullish(),
      pictureXM: metres.nullish(),
      pictureYM: metres.nullish(),
      metresPerPixel: z.number().min(0.0001).max(10).nullish(),
      hasNoPicture: z.literal(true).nullish().describe('True removes the image.'),
    }),
    output: saved,
  }),
  modulesPageDel: endpoint({
    path: 'v2/device/modules/page/del',
    summary: 'Deletes a page. Its modules keep their inputs and can be placed again.',
    grant: layoutEditButton,
    writes: true,
    input: body(onPage),
    output: saved,
  }),
  modulesPagePicture: endpoint({
    path: 'v2/device/modules/page/picture',
    summary:
      'Sets the background image of a page: PNG, JPEG or WebP, as multipart with its fields and `file`.',
    grant: layoutEditButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    bodyBytes: 12 * 1_048_576,
    /** A file there must be; whose the plant is counts first. */
    input: body({ ...onPage, file: upload.nullish() }),
    output: saved,
  }),
  modulesAdd: endpoint({
    path: 'v2/device/modules/add',
    summary: 'Adds positions to a page.',
    grant: layoutEditButton,
    writes: true,
    bodyBytes: 2_000_000,
    input: body({ ...onPage, list: listOf(newPlace, PLACES_MAX) }),
    output: saved,
  }),
  modulesEdit: endpoint({
    path: 'v2/device/modules/edit',
    summary: 'Changes positions of a page.',
    grant: layoutEditButton,
    writes: true,
    bodyBytes: 2_000_000,
    input: body({ ...onPage, list: listOf(knownPlace, PLACES_MAX) }),
    output: saved,
  }),
  modulesMoveBatch: endpoint({
    path: 'v2/device/modules/move/batch',
    summary: 'Saves all changes to a page in one call: zones, and positions added, changed and removed.',
    grant: layoutEditButton,
    writes: true,
    bodyBytes: 2_000_000,
    input: body({
      ...onPage,
      zones: listOf(zone, ZONES_MAX),
      add: listOf(newPlace, PLACES_MAX),
      edit: listOf(knownPlace, PLACES_MAX),
      remove: listOf(placeId, PLACES_MAX),
    }),
    output: saved,
  }),
} satisfies Contract;

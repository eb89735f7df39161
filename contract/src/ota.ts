// Firmware: its files, and the devices that they fit.
import { isFirmwareVersion } from '@helioport/domain/machineSettings';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { noInput, nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import { otaFileCreateButton, otaFileDeleteButton, otaFilePage, otaFileUpdateButton } from './grants.ts';
import { AS_PIECE, fileBegin, filePiece } from './largeFiles.ts';
import { otaCampaign } from './otaCampaign.ts';
import { body, filterFlag, filterText, flag, neededText, part, text, whole } from './values.ts';

const id = whole(1, 1e12);
const instant = z.number().int().describe('Milliseconds since 1970.');
const model = neededText(80).describe(
  'Name of a product, such as `BDM-800`, or `vendor.kind`, such as `nep.meter`, for devices that are none.',
);
const version = neededText(40).refine(isFirmwareVersion, 'Expected a version such as 1.4.0');

const firmware = z
  .object({
    id: z.number().int(),
    model: z.string(),
    modelTitle: z.string().describe('The same in words.'),
    versionName: z.string(),
    description: z.string(),
    fileName: z.string(),
    bytes: z.number().int(),
    sha256: z.string().describe('64 hex digits, made of what came in.'),
    address: z.string().describe("Below the portal's."),
    isPublished: z
      .boolean()
      .describe('Else only those who keep firmware see it, and no device is advised of it.'),
    isForced: z.boolean().describe('Owners cannot put it off.'),
    createdAt: instant,
    campaigns: z.number().int().describe('In which it is or was rolled out; then it cannot be deleted.'),
  })
  .meta({ id: 'Firmware' });

const fields = {
  description: text(4000),
  isPublished: flag(false),
  isForced: flag(false),
};

export const ota = {
  ...otaCampaign,
  otaList: endpoint({
    path: 'v2/configuration/ota/list',
    summary: 'Firmware, the newest first.',
    grant: otaFilePage,
    input: body({
      page: pageInput,
      sort: sortBy(['versionName', 'model', 'createdAt', 'bytes']),
      filters: part({
        keywords: filterText,
        model: filterText,
        is_published: filterFlag,
        id: id.nullish(),
      }),
    }),
    output: pageOf(firmware),
  }),
  otaModels: endpoint({
    path: 'v2/configuration/ota/models',
    summary: 'What firmware can be for: products, and kinds of devices that are none.',
    grant: otaFilePage,
    input: noInput,
    output: z.object({ list: z.array(z.object({ model: z.string(), modelTitle: z.string() })) }),
  }),
  otaCreate: endpoint({
    path: 'v2/configuration/ota/create',
    summary: 'Adds a firmware whose file has come in whole.',
    grant: otaFileCreateButton,
    writes: true,
    input: body({
      model,
      versionName: version,
      ...fields,
      fileId: id,
      sha256: text(64).describe('What it should be, hex, as its maker says; absent: it is not compared.'),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  otaEdit: endpoint({
    path: 'v2/configuration/ota/edit',
    summary: 'Changes what is said of a firmware; what it is stays.',
    grant: otaFileUpdateButton,
    writes: true,
    input: body({ id, ...fields }),
    output: nothing,
  }),
  otaDel: endpoint({
    path: 'v2/configuration/ota/del',
    summary: 'Deletes a firmware that was never rolled out.',
    grant: otaFileDeleteButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  otaListSn: endpoint({
    path: 'v2/configuration/ota/list/sn',
    summary: 'The serials that a firmware fits, with what they run and what became of it there.',
    grant: otaFilePage,
    input: body({
      id,
      page: pageInput,
      filters: part({ keywords: filterText, is_remote: filterFlag, is_current: filterFlag }),
    }),
    output: pageOf(
      z.object({
        sn: z.string(),
        alias: z.string(),
        sid: z.string(),
        siteName: z.string(),
        version: z.string().describe("As it said last; '' where it never did."),
        isRemote: z
          .boolean()
          .describe('Whether it listens for commands; else it cannot be upgraded from here.'),
        state: z.string().describe("In the newest campaign with this firmware; '' for none."),
        stateTitle: z.string(),
      }),
    ),
  }),
  otaFileBegin: endpoint({
    path: 'v2/configuration/ota/fileBegin',
    summary: 'Announces the file of a firmware; its pieces follow one by one.',
    grant: otaFileCreateButton,
    writes: true,
    ...fileBegin,
  }),
  otaFilePiece: endpoint({
    path: 'v2/configuration/ota/filePiece',
    summary: `Brings a piece of the file of a firmware${AS_PIECE}`,
    grant: otaFileCreateButton,
    ...filePiece,
  }),
} satisfies Contract;

// Firmware: its files, and the devices that they fit.
import { isFirmwareVersion } from '@helioport/domain/deviceSettings';
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
  'Name of a product, such as `BDM-800`, or `vendor.kind`, such as `nep.meter`, for devices that are not products.',
);
const version = neededText(40).refine(isFirmwareVersion, 'Expected a version such as 1.4.0');

const firmware = z
  .object({
    id: z.number().int(),
    model: z.string(),
    modelTitle: z.string().describe('The same as text.'),
    versionName: z.string(),
    description: z.string(),
    fileName: z.string(),
    bytes: z.number().int(),
    sha256: z.string().describe('64 hex digits, calculated from the uploaded file.'),
    address: z.string().describe('Path on the portal.'),
    isPublished: z
      .boolean()
      .describe('If not, only users who manage firmware see it, and it is not recommended to any device.'),
    isForced: z.boolean().describe('Owners cannot postpone it.'),
    createdAt: instant,
    campaigns: z
      .number()
      .int()
      .describe('Campaigns with this firmware; if there are any, it cannot be deleted.'),
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
    summary: 'Firmware, newest first.',
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
    summary: 'Device models that firmware can be for: products, and types of devices that are not products.',
    grant: otaFilePage,
    input: noInput,
    output: z.object({ list: z.array(z.object({ model: z.string(), modelTitle: z.string() })) }),
  }),
  otaCreate: endpoint({
    path: 'v2/configuration/ota/create',
    summary: 'Adds firmware whose file has been uploaded completely.',
    grant: otaFileCreateButton,
    writes: true,
    input: body({
      model,
      versionName: version,
      ...fields,
      fileId: id,
      sha256: text(64).describe('Expected hash, hex, from the manufacturer; absent: not compared.'),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  otaEdit: endpoint({
    path: 'v2/configuration/ota/edit',
    summary: 'Changes the description of firmware; its file stays the same.',
    grant: otaFileUpdateButton,
    writes: true,
    input: body({ id, ...fields }),
    output: nothing,
  }),
  otaDel: endpoint({
    path: 'v2/configuration/ota/del',
    summary: 'Deletes firmware that was never rolled out.',
    grant: otaFileDeleteButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  otaListSn: endpoint({
    path: 'v2/configuration/ota/list/sn',
    summary: 'The devices that firmware fits, with their installed version and update state.',
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
        version: z.string().describe("Last reported version; '' if never reported."),
        isRemote: z
          .boolean()
          .describe('Whether it subscribes to commands; if not, it cannot be updated remotely.'),
        state: z.string().describe("State in the latest campaign with this firmware; '' for none."),
        stateTitle: z.string(),
      }),
    ),
  }),
  otaFileBegin: endpoint({
    path: 'v2/configuration/ota/fileBegin',
    summary: 'Announces a firmware file; its parts follow one by one.',
    grant: otaFileCreateButton,
    writes: true,
    ...fileBegin,
  }),
  otaFilePiece: endpoint({
    path: 'v2/configuration/ota/filePiece',
    summary: `Uploads a part of a firmware file${AS_PIECE}`,
    grant: otaFileCreateButton,
    ...filePiece,
  }),
} satisfies Contract;

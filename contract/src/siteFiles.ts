// Documents of a plant: contracts, data sheets, warranty certificates, inspection reports.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { AS_PIECE, fileBegin, filePiece, largeFile } from './largeFiles.ts';
import { body, neededText, sid, whole } from './values.ts';

/** Largest document of a plant in bytes, and how many a plant has at most. */
export const SITE_FILE_BYTES = 20 * 1_048_576;
export const SITE_FILES_MAX = 50;

export const siteFiles = {
  files: endpoint({
    path: 'v2/site/files',
    summary: 'Documents of a plant, newest first.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      list: z.array(
        largeFile.extend({
          addedAt: z.number().int().describe('Milliseconds since 1970.'),
          addedBy: z.string().describe("Name of a user whom the caller may know; else ''."),
        }),
      ),
    }),
  }),
  fileBegin: endpoint({
    path: 'v2/site/fileBegin',
    summary: 'Announces a document of a plant (PDF, image or ZIP); its parts follow one by one.',
    grant: plantUpdateButton,
    writes: true,
    ...fileBegin,
    input: body({ sid, name: neededText(255), bytes: whole(1, SITE_FILE_BYTES) }),
  }),
  filePiece: endpoint({
    path: 'v2/site/filePiece',
    summary: `Uploads a part of a document of a plant${AS_PIECE}`,
    grant: plantUpdateButton,
    ...filePiece,
  }),
  fileDelete: endpoint({
    path: 'v2/site/fileDelete',
    summary: 'Deletes a document of a plant.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, id: whole(1, 1e12) }),
    output: nothing,
  }),
} satisfies Contract;

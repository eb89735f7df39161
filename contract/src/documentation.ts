// Product documentation: texts with files, by language and model.
import { languages, type WebCode } from '@helioport/domain/languages';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import {
  documentationCreateButton,
  documentationDeleteButton,
  documentationPage,
  documentationUpdateButton,
} from './grants.ts';
import { AS_PIECE, fileBegin, filePiece, largeFile } from './largeFiles.ts';
import { body, filterFlag, filterText, flag, listOf, neededText, part, text, whole } from './values.ts';

/** Bytes of a file of a document, and how many there are at most. */
export const DOCUMENT_FILE_BYTES = 20 * 1_048_576;
export const DOCUMENT_FILES = 10;
/** Longest text of a document in characters. */
export const DOCUMENT_TEXT = 60_000;

const id = whole(1, 1e12);
const instant = z.number().int().describe('Milliseconds since 1970.');
const webCode = z.enum(languages.map((one) => one.webCode as WebCode)).describe('Web code, such as `de`.');

const document = z
  .object({
    id: z.number().int(),
    language: webCode,
    product: z.string().describe("Name of its model; '' for all."),
    title: z.string(),
    text: z.string().describe("Markdown. Only if one document is requested by its ID; else ''."),
    isPublished: z.boolean().describe('If not, only users who can edit documents see it.'),
    files: z.array(largeFile),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Document' });

const fields = {
  language: webCode,
  product: text(60).describe("Name of the model; absent or '' for all."),
  title: neededText(200),
  text: z
    .string()
    .max(DOCUMENT_TEXT)
    .nullish()
    .transform((raw) => (raw ?? '').replaceAll('\0', ''))
    .describe('Markdown; HTML is shown as text.'),
  isPublished: flag(false),
  files: listOf(id, DOCUMENT_FILES).describe('IDs of completely uploaded files, in display order.'),
};

export const documentation = {
  documentationList: endpoint({
    path: 'v2/configuration/documentation/list',
    summary: 'Documents, newest first; when searching, best match first.',
    grant: documentationPage,
    input: body({
      page: pageInput,
      sort: sortBy(['title', 'language', 'product', 'updatedAt']),
      filters: part({
        keywords: filterText.describe('Words or word prefixes, by the rules of the language.'),
        language: filterText,
        product: filterText,
        is_published: filterFlag,
        id: id.nullish(),
      }),
    }),
    output: pageOf(document),
  }),
  documentationCreate: endpoint({
    path: 'v2/configuration/documentation/create',
    summary: 'Creates a document.',
    grant: documentationCreateButton,
    writes: true,
    bodyBytes: 400_000,
    input: body(fields),
    output: z.object({ id: z.number().int() }),
  }),
  documentationEdit: endpoint({
    path: 'v2/configuration/documentation/edit',
    summary:
      'Replaces the content of a document. Files not listed are removed; a document that is no longer published gets new addresses for its files.',
    grant: documentationUpdateButton,
    writes: true,
    bodyBytes: 400_000,
    input: body({ id, ...fields }),
    output: nothing,
  }),
  documentationDel: endpoint({
    path: 'v2/configuration/documentation/del',
    summary: 'Deletes a document with its files.',
    grant: documentationDeleteButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  documentationFileBegin: endpoint({
    path: 'v2/configuration/documentation/fileBegin',
    summary: 'Announces a file of a document; its parts follow one by one.',
    grant: documentationUpdateButton,
    writes: true,
    ...fileBegin,
  }),
  documentationFilePiece: endpoint({
    path: 'v2/configuration/documentation/filePiece',
    summary: `Uploads a part of a document's file${AS_PIECE}`,
    grant: documentationUpdateButton,
    ...filePiece,
  }),
} satisfies Contract;

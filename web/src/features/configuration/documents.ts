// Shared by the document pages.
import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { languageByWebCode, languages } from '@helioport/domain/languages';
import { call } from '../../api/client.ts';
import type { FileWay } from '../../api/sendFile.ts';
import { useProductChoices } from '../../components/pv/productChoices.ts';
import { t } from '../../i18n.ts';

export type Document = OutputOf<typeof configuration.documentationList>['list'][number];
export type DocumentFile = Document['files'][number];

/** The calls to upload files of documents. */
export const documentWay: FileWay = {
  begin: (file) => call(configuration.documentationFileBegin, file, { quiet: true }),
  piece: configuration.documentationFilePiece,
};

export const languageTitle = (webCode: string): string => languageByWebCode(webCode)?.title ?? webCode;

export const languageOptions = languages.map(({ webCode, title }) => ({
  value: webCode as string,
  label: title,
}));

/** The models to choose from; a document keeps the name of its own. */
export const useProductOptions = () => useProductChoices().map(({ label }) => ({ value: label, label }));

export const productTitle = (product: string): string => product || t('documentation.allProducts');

export const stateWords = (isPublished: boolean): string =>
  isPublished ? t('documentation.published') : t('documentation.unpublished');

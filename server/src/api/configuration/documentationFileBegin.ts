import type { configuration } from '@helioport/contract/configuration';
import { DOCUMENT_FILE_BYTES } from '@helioport/contract/documentation';
import type { Handler } from '../../access/handler.ts';
import { beginFile } from './internal/largeFiles.ts';

const documentationFileBegin: Handler<typeof configuration.documentationFileBegin> = (call) =>
  beginFile(call, call.input, { purpose: 'document', most: DOCUMENT_FILE_BYTES });

export default documentationFileBegin;

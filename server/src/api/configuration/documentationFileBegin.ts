import type { configuration } from '@helioport/contract/configuration';
import { DOCUMENT_FILE_BYTES } from '@helioport/contract/documentation';
import { demandOperator } from '../../access/grants.ts';
import type { Handler } from '../../access/handler.ts';
import { beginFile } from '../../queries/largeFileUpload.ts';

const documentationFileBegin: Handler<typeof configuration.documentationFileBegin> = (call) => {
  demandOperator(call.me);
  return beginFile(call, call.input, { purpose: 'document', most: DOCUMENT_FILE_BYTES });
};

export default documentationFileBegin;

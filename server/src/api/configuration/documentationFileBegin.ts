import type { configuration } from '@helioport/contract/configuration';
import { DOCUMENT_FILE_BYTES } from '@helioport/contract/documentation';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { beginFile } from '../../queries/largeFileUpload.ts';

export default handler<typeof configuration.documentationFileBegin>((call) => {
  demandOperator(call.me);
  return beginFile(call, call.input, { purpose: 'document', most: DOCUMENT_FILE_BYTES });
});

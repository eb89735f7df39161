import type { configuration } from '@helioport/contract/configuration';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { kindOfFile } from '../../platform/fileKinds.ts';
import { takePiece } from '../../queries/largeFileUpload.ts';

export default handler<typeof configuration.documentationFilePiece>((call) => {
  demandOperator(call.me);
  return takePiece(call, call.input, { purpose: 'document', kindOf: kindOfFile });
});

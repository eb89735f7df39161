import type { configuration } from '@helioport/contract/configuration';
import { demandOperator } from '../../access/grants.ts';
import type { Handler } from '../../access/handler.ts';
import { kindOfFile } from '../../platform/fileKinds.ts';
import { takePiece } from '../../queries/largeFileUpload.ts';

const documentationFilePiece: Handler<typeof configuration.documentationFilePiece> = (call) => {
  demandOperator(call.me);
  return takePiece(call, call.input, { purpose: 'document', kindOf: kindOfFile });
};

export default documentationFilePiece;

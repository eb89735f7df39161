import type { configuration } from '@helioport/contract/configuration';
import { demandOperator } from '../../access/grants.ts';
import type { Handler } from '../../access/handler.ts';
import { firmwareKindOf } from '../../platform/fileKinds.ts';
import { takePiece } from '../../queries/largeFileUpload.ts';

const otaFilePiece: Handler<typeof configuration.otaFilePiece> = (call) => {
  demandOperator(call.me);
  return takePiece(call, call.input, { purpose: 'firmware', kindOf: firmwareKindOf });
};

export default otaFilePiece;

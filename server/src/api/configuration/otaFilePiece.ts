import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { firmwareKindOf } from '../../platform/fileKinds.ts';
import { takePiece } from './internal/largeFiles.ts';

const otaFilePiece: Handler<typeof configuration.otaFilePiece> = (call) =>
  takePiece(call, call.input, { purpose: 'firmware', kindOf: firmwareKindOf });

export default otaFilePiece;

import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { kindOfFile } from '../../platform/fileKinds.ts';
import { takePiece } from './internal/largeFiles.ts';

const documentationFilePiece: Handler<typeof configuration.documentationFilePiece> = (call) =>
  takePiece(call, call.input, { purpose: 'document', kindOf: kindOfFile });

export default documentationFilePiece;

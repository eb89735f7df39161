import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { beginFile } from './internal/largeFiles.ts';

const otaFileBegin: Handler<typeof configuration.otaFileBegin> = (call) =>
  beginFile(call, call.input, { purpose: 'firmware', most: call.services.config.firmwareMb * 1_048_576 });

export default otaFileBegin;

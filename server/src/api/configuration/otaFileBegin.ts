import type { configuration } from '@helioport/contract/configuration';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { beginFile } from '../../queries/largeFileUpload.ts';

export default handler<typeof configuration.otaFileBegin>((call) => {
  demandOperator(call.me);
  return beginFile(call, call.input, {
    purpose: 'firmware',
    most: call.services.config.firmwareMb * 1_048_576,
  });
});

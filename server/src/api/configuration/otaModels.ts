import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { modelsThere } from '../../queries/firmwareModel.ts';

export default handler<typeof configuration.otaModels>(async (call) => ({
  list: await modelsThere(call),
}));

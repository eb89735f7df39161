import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { modelsThere } from '../../queries/firmwareModel.ts';

const otaModels: Handler<typeof configuration.otaModels> = async (call) => ({
  list: await modelsThere(call),
});

export default otaModels;

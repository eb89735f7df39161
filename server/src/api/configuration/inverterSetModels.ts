import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { isSettableModel, modelsThere } from '../../queries/firmwareModel.ts';

export default handler<typeof configuration.inverterSetModels>(async (call) => ({
  list: (await modelsThere(call)).filter(({ model }) => isSettableModel(model)),
}));

import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { isSettableModel, modelsThere } from '../../queries/firmwareModel.ts';

const inverterSetModels: Handler<typeof configuration.inverterSetModels> = async (call) => ({
  list: (await modelsThere(call)).filter(({ model }) => isSettableModel(model)),
});

export default inverterSetModels;

import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { judgeForBack } from '../../reads/parameterSet/judge.ts';
import { sendRun } from '../../reads/parameterSet/preview.ts';
import { runToChange } from './parts/parameterSets.ts';

const inverterRunBack: Handler<typeof configuration.inverterRunBack> = async (call) => {
  const { id, sn, minutes } = call.input;
  const { name, setId } = await runToChange(call, id);
  return await sendRun(call, () => judgeForBack(call, id, sn), { ...{ setId, backOf: id, name, minutes } });
};

export default inverterRunBack;

import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { say } from '../../platform/texts.ts';
import { tellDevices } from '../../queries/command/tell.ts';

const inverterSetupValue: Handler<typeof configuration.inverterSetupValue> = async (call) => {
  const { input, lan } = call;
  const sns = [...new Set(input.sn)];
  if (sns.length === 0) fail('user.groupNeeded');
  const told = await tellDevices(call, sns, input);
  return {
    list: told.map(({ refusal, ...one }) => ({
      ...one,
      msg: refusal === null ? '' : say(lan, `failure.${refusal}`),
    })),
  };
};

export default inverterSetupValue;

import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { sendCommands } from '../../queries/command/send.ts';

export default handler<typeof configuration.inverterSetupValue>(async (call) => {
  const { input, lan } = call;
  const sns = [...new Set(input.sn)];
  if (sns.length === 0) fail('user.groupNeeded');
  const sent = await sendCommands(call, sns, input);
  return {
    list: sent.map(({ refusal, ...one }) => ({
      ...one,
      msg: refusal === null ? '' : translate(lan, `failure.${refusal}`),
    })),
  };
});

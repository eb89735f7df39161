import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { commandToChange } from '../../reads/command/tell.ts';
import { writeAudit } from '../../records/audit.ts';
import { announceCommands, withdrawCommand } from '../../records/commands.ts';

const inverterSetupWithdraw: Handler<typeof configuration.inverterSetupWithdraw> = async (call) => {
  const { input, tx, me, now } = call;
  const { siteId, companyId, sn } = await commandToChange(call, input);
  if (!(await withdrawCommand(tx, { siteId, id: input.commandId, at: new Date(now) })))
    fail('configuration.notOpen');
  await writeAudit(tx, {
    ...{ at: new Date(now), userId: me.userId, action: 'device.commandWithdraw', subject: sn, siteId },
    ...(companyId === null ? {} : { companyId }),
  });
  await announceCommands(tx, [sn]);
  return {};
};

export default inverterSetupWithdraw;

import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { commandToChange } from '../../reads/command/tell.ts';
import { writeAudit } from '../../records/audit.ts';
import { announceCommands, confirmCommand } from '../../records/commands.ts';

const inverterSetupConfirm: Handler<typeof configuration.inverterSetupConfirm> = async (call) => {
  const { input, tx, me, now } = call;
  const { siteId, companyId, sn } = await commandToChange(call, input);
  if (!(await confirmCommand(tx, { siteId, id: input.commandId, userId: me.userId })))
    fail('configuration.secondPerson');
  await writeAudit(tx, {
    ...{ at: new Date(now), userId: me.userId, action: 'device.commandConfirm', subject: sn, siteId },
    ...(companyId === null ? {} : { companyId }),
  });
  await announceCommands(tx, [sn]);
  return {};
};

export default inverterSetupConfirm;

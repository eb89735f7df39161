import type { account } from '@helioport/contract/account';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { demandGoodPassword } from '../../queries/demandGoodPassword.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { holdEmptyHouse, needsAdministrator } from '../../repositories/setup.ts';
import { isSetupCode } from '../../repositories/setupCode.ts';
import { createUser, newUid } from '../../repositories/users.ts';

/** The administrators' group of the seed. */
const ADMINISTRATOR = 1;

async function prepare({ input, tx, origin, services }: EarlyCall<typeof account.setup>): Promise<string> {
  if (!(await needsAdministrator(tx, services.config))) fail('setup.done');
  if (!isSetupCode(input.code, services.setupCode)) fail('setup.code');
  await demandGoodPassword(tx, { ...input, brandId: origin.brandId });
  return await hashPassword(input.password);
}

export default withPreparation<typeof account.setup, string>(
  prepare,
  async ({ input, tx, now, lan, services }, passwordHash) => {
    if (!(await holdEmptyHouse(tx, services.config))) fail('setup.done');
    const createdAt = new Date(now);
    const userId = await createUser(tx, {
      uid: newUid(now),
      email: input.email,
      passwordHash,
      groupId: ADMINISTRATOR,
      languageCode: lan,
      createdAt,
    });
    await writeAudits(tx, [
      {
        at: createdAt,
        ...(userId ? { userId } : {}),
        action: 'account.setup',
        subject: input.email,
      },
    ]);
    return {};
  },
);

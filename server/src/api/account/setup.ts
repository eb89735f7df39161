import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { demandGoodPassword } from '../../reads/demandGoodPassword.ts';
import { writeAudit } from '../../records/audit.ts';
import { holdEmptyHouse } from '../../records/setup.ts';
import { createUser, newUid } from '../../records/users.ts';

/** The administrators' group of the seed. */
const ADMINISTRATOR = 1;

const setup: Handler<typeof account.setup> = async ({ input, tx, now, lan, origin, services }) => {
  if (!(await holdEmptyHouse(tx, services.config))) fail('setup.done');
  await demandGoodPassword(tx, { ...input, brandId: origin.brandId });
  const createdAt = new Date(now);
  const userId = await createUser(tx, {
    uid: newUid(now),
    email: input.email,
    passwordHash: await hashPassword(input.password),
    groupId: ADMINISTRATOR,
    languageCode: lan,
    createdAt,
  });
  await writeAudit(tx, {
    at: createdAt,
    ...(userId ? { userId } : {}),
    action: 'account.setup',
    subject: input.email,
  });
  return {};
};

export default setup;

import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { isPassword } from '../../../platform/password.ts';
import { countWrongPassword, type User } from '../../../records/users.ts';

const keep = { keepsWrites: true };

/** Ends the call unless this is the password of the account; wrong ones are counted, and after five it waits. */
export async function demandPassword(tx: Tx, user: User, password: string, now: number): Promise<void> {
  if (user.lockedUntil && user.lockedUntil.getTime() > now) {
    fail('account.locked', { count: Math.ceil((user.lockedUntil.getTime() - now) / 60_000) });
  }
  if (await isPassword(user.passwordHash, password)) return;
  const remaining = await countWrongPassword(tx, user, now);
  if (remaining === 0) fail('account.locked', { count: 15 }, keep);
  fail('account.wrongPassword', { remaining }, keep);
}

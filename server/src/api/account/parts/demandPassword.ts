import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { isPassword, spendPasswordTime } from '../../../platform/password.ts';
import { queueMail } from '../../../records/mails.ts';
import { countWrongPassword, forgetTries, minutesToWait } from '../../../records/signInTries.ts';
import type { User } from '../../../records/users.ts';

const keep = { keepsWrites: true };

interface Attempt {
  /** The account that was named; undefined where there is none, which must answer and cost the same. */
  user: User | undefined;
  email: string;
  password: string;
  /** Network address of the caller. */
  address: string;
  now: number;
}

/**
 * Gives the account when this is its password. Wrong ones are counted for the caller's address, and after five it
 * waits; its owner is told, at most once a day.
 */
export async function demandPassword(tx: Tx, attempt: Attempt): Promise<User> {
  const { user, email, password, now } = attempt;
  const waits = await minutesToWait(tx, attempt, user?.id ?? 0);
  if (waits > 0) fail('account.locked', { count: waits });
  const isHis = user ? await isPassword(user.passwordHash, password) : await spendPasswordTime(password);
  if (user && isHis) {
    await forgetTries(tx, email, attempt.address);
    return user;
  }
  const { remaining, isNews } = await countWrongPassword(tx, attempt);
  if (isNews && user && !user.isBlocked) {
    const { email: to, languageCode, brandId, contactPerson: name } = user;
    await queueMail(tx, { kind: 'signInLocked', to, name, languageCode, brandId, now });
  }
  if (remaining === 0) fail('account.locked', { count: 15 }, keep);
  return fail('account.wrongPassword', { remaining }, keep);
}

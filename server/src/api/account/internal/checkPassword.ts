import type { EarlyCall } from '../../../access/handler.ts';
import { createQueue } from '../../../platform/admission.ts';
import { type Db, inTransaction } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { isPassword, spendPasswordTime } from '../../../platform/password.ts';
import { queueMail } from '../../../repositories/mails.ts';
import { accountKeyOf, countWrongPassword, keyOf, paceOf } from '../../../repositories/signInTries.ts';
import type { User } from '../../../repositories/users.ts';

/** Attempts on one account from one network run one at a time, so that each is counted before the next. */
const inTurn = createQueue({
  running: 10_000,
  runningPerCaller: 1,
  waiting: 10_000,
  waitingPerCaller: 20,
  waitMs: 60_000,
});
/**
 * Limits on concurrently delayed responses, per account and in total; further attempts are rejected without a check.
 */
const delayed = createQueue({
  running: 200,
  runningPerCaller: 3,
  waiting: 0,
  waitingPerCaller: 0,
  waitMs: 0,
});

interface Attempt {
  /** The account that was named; undefined where there is none, which must answer and cost the same. */
  user: User | undefined;
  email: string;
  password: string;
}

type Surroundings = Pick<EarlyCall<never>, 'db' | 'tx' | 'now' | 'origin' | 'services'>;

/**
 * Returns the account if the password is correct. Wrong ones are counted for the caller's network, which is rejected
 * after five; the owner is notified at most once a day. Runs before the transaction, because it waits and hashes.
 */
export const checkPassword = (call: Surroundings, attempt: Attempt): Promise<User> =>
  inTurn.run(keyOf({ email: attempt.email, address: call.origin.address }), async () => {
    const { user, email, password } = attempt;
    const one = { email, address: call.origin.address, now: call.now };
    const { refusedMinutes, delayMs } = await paceOf(call.tx, one, user?.id ?? 0);
    if (refusedMinutes > 0) fail('account.locked', { count: refusedMinutes });
    if (delayMs > 0) await delayed.run(accountKeyOf(email), () => call.services.pause(delayMs));
    const isCorrect = user
      ? await isPassword(user.passwordHash, password)
      : await spendPasswordTime(password);
    if (user && isCorrect) return user;
    return await refuse(call.db, one, user);
  });

async function refuse(
  db: Db,
  one: { email: string; address: string; now: number },
  user: User | undefined,
): Promise<never> {
  const { remaining } = await inTransaction(db, 'write', async (tx) => {
    const counted = await countWrongPassword(tx, one);
    if (counted.isNew && user && !user.isBlocked) {
      const { email: to, languageCode, brandId, contactPerson: name } = user;
      await queueMail(tx, { kind: 'signInLocked', to, name, languageCode, brandId, now: one.now });
    }
    return counted;
  });
  return remaining > 0 ? fail('account.wrongPassword', { remaining }) : fail('account.locked', { count: 15 });
}

// Passwords: Argon2id with the parameters of the OWASP cheat sheet (19 MiB, 2 passes, 1 lane).
import { hash, verify } from '@node-rs/argon2';
import { createQueue } from './admission.ts';

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at the same time, of the four threads that files and names need too; and how many wait for theirs. */
const hashing = createQueue({
  running: 2,
  runningPerCaller: 2,
  waiting: 100,
  waitingPerCaller: 100,
  waitMs: 30_000,
});

export const hashPassword = (password: string): Promise<string> =>
  hashing.run('', () => hash(password, settings));

/** True if `stored` is a hash of `password`; an invalid hash matches nothing. */
export const isPassword = (stored: string, password: string): Promise<boolean> =>
  hashing.run('', () => verify(stored, password).catch(() => false));

let decoy: Promise<string> | undefined;

/** Spends the time of one comparison, so that an unknown account answers no faster than a known one; never true. */
export async function spendPasswordTime(password: string): Promise<false> {
  decoy ??= hash('no account has this', settings);
  await isPassword(await decoy, password);
  return false;
}

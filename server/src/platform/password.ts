// Passwords: Argon2id with the parameters of the OWASP cheat sheet (19 MiB, 2 passes, 1 lane).
import { hash, verify } from '@node-rs/argon2';

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, settings);

/** True when `password` made `stored`; a stored text that is no hash matches nothing. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password);
  } catch {
    return false;
  }
}

let decoy: Promise<string> | undefined;

/** Spends the time of one comparison, so that an unknown account answers no faster than a known one; never true. */
export async function spendPasswordTime(password: string): Promise<false> {
  decoy ??= hashPassword('no account has this');
  await isPassword(await decoy, password);
  return false;
}

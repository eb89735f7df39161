// Whether the demo logins keep their published password. On a local host they do; if other hosts can reach the portal,
// each login gets a random password for the operator only.
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../src/config.ts';
import type { Tx } from '../src/platform/db.ts';
import { hashPassword, isPassword } from '../src/platform/password.ts';
import { demoState, endDemoSessions, setDemoState } from '../src/repositories/demo.ts';
import { setPassword } from '../src/repositories/users.ts';
import { DEMO_PASSWORD, demoLogins } from './demo.ts';
import { demoReplacedAt } from './demoReplaced.ts';

export interface DemoPassword {
  email: string;
  role: string;
  password: string;
}

export interface DemoAccess {
  /** The demo logins have the published password. */
  isPublished: boolean;
  /** Passwords that were made at this start. */
  made: DemoPassword[];
  /** Where passwords that were made are written down. */
  file: string;
  /** When inverters of its plants were replaced, in ms; null: none was. */
  replacedAt: number | null;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.');

/** Whether other hosts can reach the portal, directly or through a proxy. */
export const isWithinReach = ({ host, publicUrl, trustsProxy }: Config): boolean =>
  !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustsProxy !== false;

/** 16 letters and digits that are not mistaken for one another: 80 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789A';
const newPassword = (): string => Array.from({ length: 16 }, () => letters.charAt(randomInt(32))).join('');

/**
 * Sets random passwords for the demo logins if other hosts can reach the portal; only for those that still have the
 * published one, and ends their sessions. They are never reset. Undefined if the demo data is disabled.
 */
export async function guardDemo(tx: Tx, config: Config, now: number): Promise<DemoAccess | undefined> {
  const state = await demoState(tx);
  if (!config.demo || (state !== 'published' && state !== 'random')) return undefined;
  const file = path.join(config.dataDir, 'demo-passwords');
  const replacedAt = await demoReplacedAt(tx);
  if (state === 'random' || !isWithinReach(config))
    return { isPublished: state === 'published', made: [], file, replacedAt };
  const made: DemoPassword[] = [];
  for (const { email, role } of demoLogins) {
    const { rows } = await sql<{ id: number; hash: string }>`
      select id, password_hash as hash from users where email = ${email} and is_demo`.execute(tx);
    const user = rows[0];
    if (!user || !(await isPassword(user.hash, DEMO_PASSWORD))) continue;
    const password = newPassword();
    await setPassword(tx, user.id, { hash: await hashPassword(password), byMail: false, now });
    made.push({ email, role, password });
  }
  await endDemoSessions(tx);
  await setDemoState(tx, 'random');
  // Written before the transaction commits: losing the passwords would lock out all demo users.
  fs.writeFileSync(file, made.map(({ email, password }) => `${email} ${password}\n`).join(''), {
    mode: 0o600,
  });
  return { isPublished: false, made, file, replacedAt };
}

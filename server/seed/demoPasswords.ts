// Whether everybody may know the passwords of the demo world. On the machine itself yes; where others can reach the
// portal, each login gets one of its own that only the operator reads.
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

export interface DemoDoor {
  /** Everybody may know the password of the demo logins. */
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

/** Whether anybody but this machine can reach the portal, by itself or through a proxy in front. */
export const isWithinReach = ({ host, publicUrl, trustsProxy }: Config): boolean =>
  !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustsProxy !== false;

/** 16 letters and digits that are not mistaken for one another: 80 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789A';
const newPassword = (): string => Array.from({ length: 16 }, () => letters.charAt(randomInt(32))).join('');

/**
 * Sets the passwords of the demo logins apart where others can reach the portal; only those that still have the published
 * one, and their sessions end. Once set apart they stay so. Undefined where no demo world is open.
 */
export async function guardDemo(tx: Tx, config: Config, now: number): Promise<DemoDoor | undefined> {
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
  // Before the transaction ends: passwords that nobody could read would lock everybody out.
  fs.writeFileSync(file, made.map(({ email, password }) => `${email} ${password}\n`).join(''), {
    mode: 0o600,
  });
  return { isPublished: false, made, file, replacedAt };
}

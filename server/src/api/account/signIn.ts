import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { whoIs } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { isPassword, spendPasswordTime } from '../../platform/password.ts';
import { newToken, TOKEN_MINUTES } from '../../platform/token.ts';
import { createSession } from '../../records/sessions.ts';
import {
  countWrongPassword,
  findUserForSignIn,
  forgiveWrongPasswords,
  type User,
} from '../../records/users.ts';

const keep = { keepsWrites: true };

const signIn: Handler<typeof account.signIn> = async ({ input, tx, now, origin }) => {
  const user = await findUserForSignIn(tx, input.account);
  if (!user) {
    await spendPasswordTime(input.password);
    return fail('account.unknown');
  }
  await demandPassword(tx, user, input.password, now);
  if (user.isBlocked) fail('account.disabled');

  const { token, expiresAtMs } = newToken(user.uid, now);
  const { address, userAgent } = origin;
  await createSession(tx, {
    token,
    userId: user.id,
    companyId: user.companyId,
    now,
    expiresAtMs,
    address,
    userAgent,
  });
  const me = await whoIs(tx, token, now);

  const { rows } = await sql<{
    country: string;
    state: string;
    headerImg: string;
    isOwner: boolean;
    sites: number;
  }>`
    select country_code as country, state_name as state, header_img as "headerImg", is_company_owner as "isOwner",
      (select count(*) from ${visibleTo(me).sites} s) as sites
    from users where id = ${user.id}`.execute(tx);
  const about = rows[0]!;
  return {
    userInfo: {
      uid: user.uid,
      email: user.email,
      country: about.country,
      state: about.state,
      role: 0,
      groupId: me.groupId,
      groupName: me.groupName,
      headerImg: about.headerImg,
      fullHeaderImg: about.headerImg,
      defaultArea: defaultArea(about.country),
      companyId: me.companyId,
      isCompanyOwner: about.isOwner ? 1 : 0,
      oemid: 0,
      oemweb: 'NEP',
    },
    tokenInfo: { token, expiresAt: Math.floor(expiresAtMs / 1000), duration: TOKEN_MINUTES },
    siteCount: about.sites,
  };
};

async function demandPassword(tx: Tx, user: User, password: string, now: number): Promise<void> {
  if (user.lockedUntil && user.lockedUntil.getTime() > now) {
    const minutes = Math.ceil((user.lockedUntil.getTime() - now) / 60_000);
    fail('account.locked', { minutes });
  }
  if (await isPassword(user.passwordHash, password)) {
    await forgiveWrongPasswords(tx, user.id);
    return;
  }
  const remaining = await countWrongPassword(tx, user, now);
  if (remaining === 0) fail('account.locked', { minutes: 15 }, keep);
  fail('account.wrongPassword', { remaining }, keep);
}

const american = new Set(['US', 'CA', 'MX']);
/** The region code that clients keep; only `NA` is publicly known. */
const defaultArea = (country: string): string => (american.has(country) ? 'NA' : 'EU');

export default signIn;

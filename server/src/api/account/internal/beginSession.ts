import type { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import type { Origin } from '../../../access/handler.ts';
import { roleNameOf } from '../../../access/me.ts';
import { whoIs } from '../../../access/session.ts';
import { visibleTo } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { newToken, TOKEN_MINUTES } from '../../../platform/token.ts';
import { fileAddress } from '../../../repositories/files.ts';
import { createSession } from '../../../repositories/sessions.ts';
import { oemOf } from './oem.ts';

interface Beginning {
  user: { id: number; uid: string; email: string };
  companyId: number | null;
  origin: Origin;
  now: number;
  /** Language code of the caller. */
  lan: number;
}

/** Creates a session and returns the data that clients store. During maintenance, only administrators get one. */
export async function beginSession(
  tx: Tx,
  { user, companyId, origin, now, lan }: Beginning,
): Promise<OutputOf<typeof account.signIn>> {
  const { token, expiresAtMs } = newToken(user.uid, now);
  const { address, userAgent } = origin;
  await createSession(tx, { token, userId: user.id, companyId, now, expiresAtMs, address, userAgent });
  const me = await whoIs(tx, token, now);
  if (origin.isInMaintenance && !me.isOperator) fail('server.maintenance');

  const { rows } = await sql<{
    country: string;
    state: string;
    avatarHash: string | null;
    isOwner: boolean;
    sites: number;
  }>`
    select country_code as country, state_name as state, avatar_hash as "avatarHash", is_company_owner as "isOwner",
      (select count(*) from ${visibleTo(me, now).sites} s) as sites
    from users where id = ${user.id}`.execute(tx);
  const about = rows[0]!;
  const headerImg = fileAddress(about.avatarHash);
  return {
    userInfo: {
      uid: user.uid,
      email: user.email,
      country: about.country,
      state: about.state,
      role: roles[me.scope],
      groupId: me.groupId,
      groupName: roleNameOf(me, lan),
      scope: me.scope,
      headerImg,
      fullHeaderImg: headerImg,
      defaultArea: defaultArea(about.country),
      companyId: me.companyId,
      isCompanyOwner: about.isOwner ? 1 : 0,
      ...(await oemOf(tx, me)),
    },
    tokenInfo: { token, expiresAt: Math.floor(expiresAtMs / 1000), duration: TOKEN_MINUTES },
    siteCount: about.sites,
  };
}

/** Only 0 = end user is publicly known; the others are ours. */
const roles = { all: 1, company: 4, own: 0, none: 0 } as const;

const american = new Set(['US', 'CA', 'MX']);
/** The region code that clients keep; only `NA` is publicly known. */
const defaultArea = (country: string): string => (american.has(country) ? 'NA' : 'EU');

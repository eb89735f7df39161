// Columns of users in lists and details.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import { countryName } from '../../../platform/texts.ts';
import { roleTitle } from '../../../queries/titles.ts';
import { fileAddress } from '../../../repositories/files.ts';

type UserRow = OutputOf<typeof user.list>['list'][number];

export interface PersonRow
  extends Omit<UserRow, 'avatar' | 'countryName' | 'status' | 'createdAt' | 'lastSignInAt'> {
  avatarHash: string | null;
  isBlocked: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
}

/**
 * Columns of a user, from tables aliased u (users), g (role) and c (company, if visible to the caller). Plants that the
 * caller cannot see are not counted.
 */
export const personColumns = (visible: Visible, languageCode: number): RawBuilder<unknown> => sql`
  u.uid, u.email, u.contact_person as "contactPerson", u.contact_number as "contactNumber",
  u.avatar_hash as "avatarHash", u.group_id as "groupId", ${roleTitle(languageCode)} as "groupName",
  coalesce(c.id, 0) as "companyId", coalesce(c.name, '') as "companyName", u.country_code as "countryCode",
  u.state_code as "stateCode", u.state_name as "stateName", u.city, u.is_business as "isBusiness",
  exists (select 1 from companies k where k.manager_id = u.id) as "isManager", u.is_blocked as "isBlocked",
  u.email_verified_at is not null as "isEmailVerified", u.invited_at is not null as "isInvited",
  (select count(*) from ${visible.sites} s where s.owner_id = u.id) as plants,
  u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
  exists (select 1 from ${visible.editableUsers} e where e.id = u.id) as "mayEdit"`;

export function personAnswer(row: PersonRow, languageCode: number): UserRow {
  const { avatarHash, isBlocked, createdAt, lastSignInAt, ...rest } = row;
  return {
    ...rest,
    avatar: fileAddress(avatarHash),
    countryName: countryName(row.countryCode, languageCode),
    status: isBlocked ? 'blocked' : 'active',
    createdAt: createdAt.getTime(),
    lastSignInAt: lastSignInAt?.getTime() ?? null,
  };
}

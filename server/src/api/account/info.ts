import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { roleNameOf } from '../../access/me.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { countryName } from '../../platform/texts.ts';
import { fileAddress } from '../../repositories/files.ts';
import { oemOf } from './internal/oem.ts';

interface Row
  extends Columns<
    'users',
    | 'uid'
    | 'email'
    | 'countryCode'
    | 'stateCode'
    | 'stateName'
    | 'city'
    | 'street'
    | 'contactPerson'
    | 'contactNumber'
    | 'avatarHash'
    | 'isBlocked'
  > {
  isOwner: boolean;
  isVerified: boolean;
  parentUid: string | null;
  parentEmail: string | null;
}

export default handler<typeof account.info>(async ({ me, tx, lan }) => {
  const { rows } = await sql<Row>`
    select u.uid, u.email, u.country_code as "countryCode", u.state_code as "stateCode", u.state_name as "stateName",
      u.city, u.street, u.contact_person as "contactPerson", u.contact_number as "contactNumber",
      u.avatar_hash as "avatarHash", u.is_company_owner as "isOwner", u.is_blocked as "isBlocked",
      u.email_verified_at is not null as "isVerified",
      p.uid as "parentUid", p.email as "parentEmail"
    from users u left join users p on p.id = u.parent_id
    where u.id = ${me.userId}`.execute(tx);
  const row = rows[0]!;
  return {
    uid: row.uid,
    email: row.email,
    userType: userTypes[me.scope],
    countryName: countryName(row.countryCode, lan),
    stateName: row.stateName,
    countryCode: row.countryCode,
    StateCode: row.stateCode || row.stateName,
    city: row.city,
    street: row.street,
    contactPerson: row.contactPerson,
    contactNumber: row.contactNumber,
    headerImg: fileAddress(row.avatarHash),
    fullHeaderImg: fileAddress(row.avatarHash),
    is_auth: row.isVerified,
    groupId: me.groupId,
    groupName: roleNameOf(me, lan),
    parent_id: row.parentUid ?? '',
    parent_email: row.parentEmail ?? '',
    company_id: me.companyId,
    ...(await oemOf(tx, me)),
    isCompanyOwner: row.isOwner ? 1 : 0,
    isBlack: row.isBlocked ? 1 : 0,
  };
});

/** Only 6 = end user is publicly known; the others are ours. */
const userTypes = { all: 1, company: 4, own: 6, none: 0 } as const;

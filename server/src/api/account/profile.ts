import type { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { roleNameOf } from '../../access/me.ts';
import { countryName } from '../../platform/texts.ts';
import { fileAddress } from '../../repositories/files.ts';

type Profile = OutputOf<typeof account.profile>;

interface Row
  extends Omit<
    Profile,
    'groupName' | 'companyId' | 'countryName' | 'avatar' | 'createdAt' | 'lastSignInAt' | 'companyName'
  > {
  companyName: string | null;
  avatarHash: string | null;
  createdAt: Date;
  lastSignInAt: Date | null;
}

export default handler<typeof account.profile>(async ({ me, tx, lan }) => {
  const { rows } = await sql<Row>`
    select u.uid, u.email, u.email_verified_at is not null as "isEmailVerified", u.is_business as "isBusiness",
      c.name as "companyName", u.contact_person as "contactPerson", u.contact_number as "contactNumber",
      u.country_code as "countryCode", u.state_code as "stateCode", u.state_name as "stateName", u.city, u.street,
      u.zip_code as zip, u.language_code as language, u.time_format as "timeFormat",
      u.number_format as "numberFormat", u.temperature_unit as "temperatureUnit", u.avatar_hash as "avatarHash",
      u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt"
    from users u left join companies c on c.id = ${me.companyId}
    where u.id = ${me.userId}`.execute(tx);
  const { avatarHash, companyName, createdAt, lastSignInAt, ...row } = rows[0]!;
  return {
    ...row,
    groupName: roleNameOf(me, lan),
    companyId: me.companyId,
    companyName: companyName ?? '',
    countryName: countryName(row.countryCode, lan),
    avatar: fileAddress(avatarHash),
    createdAt: createdAt.getTime(),
    lastSignInAt: lastSignInAt?.getTime() ?? null,
  };
});

import type { account } from '@helioport/contract/account';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { languageByCode } from '@helioport/domain/languages';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { checkedPlace } from '../../platform/places.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { changeProfile } from '../../repositories/profiles.ts';

type Change = ParsedOf<typeof account.update>;

export default handler<typeof account.update>(async ({ input, me, tx, now }) => {
  if (input.language !== null && !languageByCode(input.language))
    fail('request.invalid', { field: 'language' });
  const place = await placeOf(tx, me.userId, input);
  const changed = await changeProfile(tx, me.userId, { ...input, ...place, languageCode: input.language });
  if (changed.length > 0) {
    const detail = { changed };
    await writeAudit(tx, me, now, { action: 'account.update', subject: me.email, detail });
  }
  return {};
});

/** Country, state and the state's name belong together: of one that is given all three follow. */
async function placeOf(tx: Tx, userId: number, { countryCode, stateCode }: Change) {
  if (countryCode == null && stateCode == null) return {};
  if (countryCode != null) return checkedPlace(countryCode, stateCode ?? '');
  const { rows } = await sql<Columns<'users', 'countryCode'>>`
    select country_code as "countryCode" from users where id = ${userId}`.execute(tx);
  return checkedPlace(rows[0]?.countryCode ?? '', stateCode ?? '');
}

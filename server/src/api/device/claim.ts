import type { device } from '@helioport/contract/device';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { inputPlacesOf } from '../../queries/inputPlaces.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { claim as bind } from '../../repositories/claims.ts';
import { addModules } from '../../repositories/modules.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';

type ClaimCall = Call<typeof device.claim>;

export default handler<typeof device.claim>(async (call) => {
  const { input, tx, me, now } = call;
  const { sn, modelNumber } = input;
  // A component belongs to the plant of its composite device and cannot be claimed separately.
  const { vendor, serial, part } = parseSn(sn) ?? fail('device.snUnknown', { sn });
  if (part !== '') fail('device.snUnknown', { sn });
  if (modelNumber !== null && productByNumber(modelNumber)?.vendor !== vendor)
    fail('request.invalid', { field: 'modelNumber (model of the same manufacturer)' });
  const site = await siteToChange(call, input.sid);
  await demandClaimable(call);

  const result = await bind(
    tx,
    {
      vendor,
      serial,
      siteId: site.id,
      productNumber: modelNumber,
      ...(input.alias === '' ? {} : { alias: input.alias }),
      now,
    },
    moveDevice,
  );
  if (result.status === 'taken' || result.status === 'retired') fail('device.snTaken', { sn });
  if (result.status === 'restricted') fail('device.snRestricted', { sn });
  if (result.status === 'notIssued') fail('device.snNotIssued', { sn });
  if (result.status === 'already') return { sid: site.sid, sn };

  await addModules(tx, site.id, await inputPlacesOf(tx, [result.deviceId]));
  await writeAudit(tx, me, now, {
    action: 'device.claim',
    subject: sn,
    siteId: site.id,
    companyId: site.companyId,
    detail: { sid: site.sid, modelNumber },
  });
  return { sid: site.sid, sn };
});

/** Rejects unknown serial numbers. Reports that one is in use only to callers who may see its plant. */
async function demandClaimable({ input: { sn }, visible, tx }: ClaimCall): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select d.site_id is null as "isFree" from devices d
    where d.sn = ${sn} and d.parent_id is null
      and (d.id in (select u.id from ${visible.unregistered} u) or d.id in (select v.id from ${visible.devices} v))`.execute(
    tx,
  );
  if (rows.length === 0) fail('device.snUnknown', { sn });
}

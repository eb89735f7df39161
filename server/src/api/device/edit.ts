import type { device } from '@helioport/contract/device';
import { firstVendor, parseSn } from '@helioport/domain/deviceIdentity';
import { deviceKindByCode } from '@helioport/domain/deviceKinds';
import { productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { inputPlacesOf } from '../../queries/inputPlaces.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { editDevice } from '../../repositories/claims.ts';
import { addModules } from '../../repositories/modules.ts';
import { reconsider } from '../../timeseries/analytics/marks.ts';

export default handler<typeof device.edit>(async (call) => {
  const { input, tx, me, now } = call;
  const { alias, modelNumber } = input;
  const { id, sn, sid } = await findDevice(call, input);
  const site = await siteToChange(call, sid);
  const { vendor = firstVendor } = parseSn(sn) ?? {};
  if (modelNumber && productByNumber(modelNumber)?.vendor !== vendor)
    fail('request.invalid', { field: 'modelNumber (model of the same manufacturer)' });
  const productNumber = modelNumber === 0 ? null : (modelNumber ?? undefined);
  const { rows: latest } = await sql<{ kind: number }>`
    select kind from latest where site_id = ${site.id} and device_id = ${id}`.execute(tx);
  const reportedKind = latest[0] ? (deviceKindByCode(latest[0].kind)?.key ?? null) : null;
  if (!(await editDevice(tx, id, { alias, productNumber, vendor, reportedKind }))) return { sid, sn };

  // The model may have additional inputs; existing positions stay unchanged.
  const places = await inputPlacesOf(tx, [id]);
  const { rows } = await sql<{ deviceId: number; addr: number }>`
    select device_id as "deviceId", addr from modules
    where site_id = ${site.id} and device_id = any(${places.map(({ deviceId }) => deviceId)}::bigint[])`.execute(
    tx,
  );
  const known = new Set(rows.map(({ deviceId, addr }) => `${deviceId} ${addr}`));
  await addModules(
    tx,
    site.id,
    places.filter(({ deviceId, addr }) => !known.has(`${deviceId} ${addr}`)),
  );
  await reconsider(tx, site.id, now);
  await writeAudit(tx, me, now, {
    action: 'device.edit',
    subject: sn,
    siteId: site.id,
    companyId: site.companyId,
    detail: { ...(alias === undefined ? {} : { alias }), ...(modelNumber === null ? {} : { modelNumber }) },
  });
  return { sid, sn };
});

// Replaced inverters of the demo data: replaced by their installer some days ago, as on the plant's page. Before that,
// the simulator reports for the old ones.

import { demoRadioVersions } from '@helioport/demo/firmware';
import { demoPlants } from '@helioport/demo/plants';
import type { DemoPlant } from '@helioport/demo/world';
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { writeAudits } from '../src/repositories/audit.ts';
import { claim } from '../src/repositories/claims.ts';
import { setWifiVersions } from '../src/repositories/deviceVersions.ts';
import { replaceDevice } from '../src/repositories/replacements.ts';
import { moveDevice } from '../src/timeseries/retention/move.ts';

const DAYS_AGO = 5;
/** Of the plant's day. */
const AT_MS = 10.5 * HOUR_MS;

const replaced = demoPlants.flatMap((plant) =>
  plant.inverters.flatMap(({ serial, replaces, productNumber }) =>
    replaces === undefined
      ? []
      : [{ plant, productNumber, sn: snOf(firstVendor, serial), oldSn: snOf(firstVendor, replaces), serial }],
  ),
);

/** A plant with the inverters that stood there at first. */
export const asBuilt = (plant: DemoPlant): DemoPlant => ({
  ...plant,
  inverters: plant.inverters.map((one) => ({ ...one, serial: one.replaces ?? one.serial })),
});

/** Replaces them, in plants that are there as they were built. */
export async function seedReplaced(tx: Tx, userIds: ReadonlyMap<string, number>, now: number): Promise<void> {
  for (const { plant, productNumber, serial, sn, oldSn } of replaced) {
    const { rows } = await sql<{ id: number; siteId: number; companyId: number | null }>`
      select d.id, s.id as "siteId", s.company_id as "companyId" from devices d join sites s on s.id = d.site_id
      where d.sn = ${oldSn} and s.sid = ${plant.sid}`.execute(tx);
    const [old, userId] = [rows[0], userIds.get(plant.installerEmail)];
    if (old === undefined || userId === undefined) continue;
    const { siteId, companyId } = old;
    const day = addDays(localDay(now, plant.timeZone), -DAYS_AGO);
    const at = dayBounds(day, plant.timeZone).startMs + AT_MS;
    const claimed = await claim(tx, { serial, siteId, productNumber, now: at }, moveDevice);
    if (claimed.status !== 'claimed') throw new Error(`${sn} cannot replace ${oldSn}: ${claimed.status}`);
    await replaceDevice(tx, {
      siteId,
      oldId: old.id,
      newId: claimed.deviceId,
      wasThere: false,
      inputs: [],
      userId,
      now: at,
    });
    const wifiVersion = demoRadioVersions[productByNumber(productNumber ?? 0)?.name ?? ''];
    if (wifiVersion !== undefined) await setWifiVersions(tx, [{ deviceId: claimed.deviceId, wifiVersion }]);
    await writeAudits(tx, [
      {
        at: new Date(at),
        userId,
        siteId,
        ...(companyId === null ? {} : { companyId }),
        action: 'device.replace',
        subject: oldSn,
        detail: { sid: plant.sid, by: sn },
      },
    ]);
  }
}

/** Time of the replacement, in ms; null in older demo data. */
export async function demoReplacedAt(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(r.replaced_at) as at from device_replacements r
    join devices o on o.id = r.old_device_id join sites s on s.id = r.site_id
    where s.is_demo and o.sn = any(${replaced.map(({ oldSn }) => oldSn)}::text[])`.execute(tx);
  return rows[0]?.at?.getTime() ?? null;
}

import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { localDay } from '@helioport/domain/periods';
import { productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { isWholeSn } from '../../queries/hardware.ts';
import { inputPlacesOf } from '../../queries/inputPlaces.ts';
import { type SiteToChange, siteToChange } from '../../queries/siteToChange.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { claim } from '../../repositories/claims.ts';
import { isPlaced, replaceDevice, UNDO_MS } from '../../repositories/replacements.ts';
import { markDays } from '../../timeseries/marks/dirty.ts';
import { over } from '../../timeseries/queryable.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

type ReplaceCall = Call<typeof device.replace>;

const words = {
  replaced: 'entered.replaced',
  taken: 'entered.taken',
  restricted: 'entered.restricted',
  notIssued: 'entered.notIssued',
  format: 'entered.format',
  model: 'entered.model',
} as const;

export default handler<typeof device.replace>(async (call) => {
  const { input, tx, me, now } = call;
  const plant = await siteToChange(call, input.sid);
  const newSn = canonicalSn(input.newSn);
  const identity = parseSn(newSn);
  if (!identity || !isWholeSn(newSn)) return answer(call, plant, input.newSn, 'format');
  const { modelNumber } = input;
  const { vendor, serial } = identity;
  if (modelNumber !== null && productByNumber(modelNumber)?.vendor !== vendor)
    return answer(call, plant, newSn, 'model');

  // Locked before any row, to avoid deadlocks.
  await holdRollUps(tx, plant.id);
  const old = await installedDevice(call, plant);
  if (newSn === input.sn) fail('device.replaceStands', { sn: newSn });
  const note = { at: new Date(now), userId: me.userId, siteId: plant.id, companyId: plant.companyId };
  const claimed = await claim(
    tx,
    {
      vendor,
      serial,
      siteId: plant.id,
      productNumber: modelNumber,
      now,
      ...(input.alias === '' ? {} : { alias: input.alias }),
    },
    moveDevice,
  );
  if (claimed.status === 'taken' || claimed.status === 'retired') {
    // Logged as when adding devices, because serial numbers must not be guessable.
    await writeAudits(tx, [
      {
        ...note,
        action: 'device.claimRefused',
        subject: newSn,
        detail: { sid: plant.sid },
      },
    ]);
    return answer(call, plant, newSn, 'taken');
  }
  if (claimed.status === 'restricted' || claimed.status === 'notIssued')
    return answer(call, plant, newSn, claimed.status);
  await demandFit(call, plant, old, claimed.deviceId);
  await replaceDevice(tx, {
    siteId: plant.id,
    oldId: old.id,
    newId: claimed.deviceId,
    userId: me.userId,
    now,
    wasThere: claimed.status === 'already',
    inputs: await inputPlacesOf(tx, [claimed.deviceId]),
  });
  await writeAudits(tx, [
    {
      ...note,
      action: 'device.replace',
      subject: input.sn,
      detail: { sid: plant.sid, by: newSn },
    },
  ]);
  await markDays(over(tx), [{ siteId: plant.id, day: localDay(now, plant.timezone) }], now);
  return answer(call, plant, newSn, 'replaced');
});

function answer(
  { now, lan }: ReplaceCall,
  { sid }: SiteToChange,
  sn: string,
  result: keyof typeof words,
): OutputOf<typeof device.replace> {
  const isReplaced = result === 'replaced';
  const undoUntil = isReplaced ? now + UNDO_MS : null;
  return { sid, sn, result, isReplaced, msg: translate(lan, words[result]), undoUntil };
}

type InstalledDevice = Columns<'devices', 'id' | 'kind'>;

/** The device to be replaced: a whole device of the plant. */
async function installedDevice({ tx, input }: ReplaceCall, plant: SiteToChange): Promise<InstalledDevice> {
  const { rows } = await sql<InstalledDevice>`
    select id, kind from devices
    where sn = ${input.sn} and site_id = ${plant.id} and parent_id is null and retired_at is null for update`.execute(
    tx,
  );
  return rows[0] ?? fail('device.unknown');
}

/** The new device must have the same role, if it has reported, and must not be in use. */
async function demandFit(
  { tx }: ReplaceCall,
  { id: siteId }: SiteToChange,
  old: InstalledDevice,
  deviceId: number,
): Promise<void> {
  const { rows } = await sql<Columns<'devices', 'kind' | 'sn'> & { hasReported: boolean }>`
    select kind, sn, first_seen_at is not null as "hasReported" from devices where id = ${deviceId}`.execute(
    tx,
  );
  const next = rows[0]!;
  if (next.hasReported && next.kind !== old.kind) fail('device.replaceKind', { sn: next.sn });
  if (await isPlaced(tx, siteId, deviceId)) fail('device.replaceStands', { sn: next.sn });
}

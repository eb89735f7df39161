// Adding devices to a plant: each serial number is checked again when saved, and gets its own result.
import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import type { Me } from '../../../access/me.ts';
import type { Tx } from '../../../platform/db.ts';
import { translate } from '../../../platform/texts.ts';
import { isWholeSn } from '../../../queries/hardware.ts';
import { inputPlacesOf } from '../../../queries/inputPlaces.ts';
import { writeAudits } from '../../../repositories/audit.ts';
import { claim } from '../../../repositories/claims.ts';
import { addModules } from '../../../repositories/modules.ts';
import { moveDevice } from '../../../timeseries/retention/move.ts';
import { holdRollUps } from '../../../timeseries/rollup/rollup.ts';

type Entry = ParsedOf<typeof site.createFast>['devices'][number];
type EnteredRow = OutputOf<typeof site.createFast>['devices'][number];
type Result = EnteredRow['result'];

/** Actions in the audit log; other results are not logged. */
const logged: Partial<Record<Result, { action: string }>> = {
  entered: { action: 'device.claim' },
  taken: { action: 'device.claimRefused' },
};

const words = {
  entered: 'entered.entered',
  already: 'entered.already',
  taken: 'entered.taken',
  restricted: 'entered.restricted',
  notIssued: 'entered.notIssued',
  format: 'entered.format',
  twice: 'entered.twice',
  model: 'entered.model',
} as const satisfies Record<Result, string>;

interface Where {
  tx: Tx;
  me: Me;
  now: number;
  lan: number;
}

interface Site {
  id: number;
  sid: string;
  companyId: number | null;
}

/**
 * Adds these serial numbers to a plant, whether they have reported or not, with their history. Those that cannot be
 * added are skipped with a reason. An attempt to add a device of another plant is logged, because serial numbers must
 * not be guessable.
 */
export async function enterDevices(
  { tx, me, now, lan }: Where,
  plant: Site,
  entries: readonly Entry[],
): Promise<EnteredRow[]> {
  if (entries.length === 0) return [];
  await holdRollUps(tx, plant.id);
  const results = new Map<string, Result>();
  const devices = entries.map((entry) => ({ ...entry, sn: canonicalSn(entry.sn) }));
  const rows = devices.map(({ sn }, i) => ({ sn, isFirst: devices.findIndex((d) => d.sn === sn) === i }));
  const entered: number[] = [];
  // Sorted, so that two lists with the same serial numbers cannot deadlock.
  for (const device of [...devices].sort((a, b) => (a.sn < b.sn ? -1 : 1))) {
    if (results.has(device.sn)) continue;
    const { result, deviceId } = await enterOne(tx, plant, device, now);
    results.set(device.sn, result);
    if (deviceId !== undefined) entered.push(deviceId);
  }
  await addModules(tx, plant.id, await inputPlacesOf(tx, entered));
  await writeAudits(
    tx,
    [...results].flatMap(([sn, result]) => {
      const line = logged[result];
      if (line === undefined) return [];
      return [
        {
          at: new Date(now),
          userId: me.userId,
          ...line,
          subject: sn,
          siteId: plant.id,
          companyId: plant.companyId,
          detail: { sid: plant.sid },
        },
      ];
    }),
  );
  return rows.map(({ sn, isFirst }) => {
    const result = isFirst ? (results.get(sn) ?? 'format') : 'twice';
    return { sn, result, isEntered: result === 'entered', msg: translate(lan, words[result]) };
  });
}

async function enterOne(
  tx: Tx,
  plant: Site,
  { sn, alias, modelNumber }: Entry,
  now: number,
): Promise<{ result: Result; deviceId?: number }> {
  const identity = parseSn(sn);
  if (!identity || !isWholeSn(sn)) return { result: 'format' };
  const { vendor, serial } = identity;
  if (modelNumber !== null && productByNumber(modelNumber)?.vendor !== vendor) return { result: 'model' };
  const claimed = await claim(
    tx,
    {
      vendor,
      serial,
      siteId: plant.id,
      productNumber: modelNumber,
      ...(alias === '' ? {} : { alias }),
      now,
    },
    moveDevice,
  );
  switch (claimed.status) {
    case 'claimed':
      return { result: 'entered', deviceId: claimed.deviceId };
    case 'already':
      return { result: 'already' };
    // A replaced device is bound to the plant that has its history.
    case 'taken':
    case 'retired':
      return { result: 'taken' };
    case 'restricted':
    case 'notIssued':
      return { result: claimed.status };
  }
}

// Whether serial numbers can be added to a plant.
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import { isSerialOf } from '@helioport/protocol/manufacturers';
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { listedAmong } from '../repositories/serials.ts';

export type HardwareResult = 'valid' | 'unknown' | 'taken' | 'restricted' | 'notIssued' | 'format' | 'model';

/** Locale key of each result. */
export const hardwareWords = {
  valid: 'hardware.valid',
  unknown: 'hardware.unknown',
  taken: 'hardware.taken',
  restricted: 'hardware.restricted',
  notIssued: 'hardware.notIssued',
  format: 'hardware.format',
  model: 'entered.model',
  twice: 'hardware.twice',
  blank: 'hardware.blank',
} as const;

/** Whether this is the valid `sn` of a whole device; components are added with their composite device. */
export function isWholeSn(sn: string): boolean {
  const identity = parseSn(sn);
  return identity?.part === '' && isSerialOf(identity.vendor, identity.serial);
}

/**
 * The result for each of these serial numbers, accepted in any notation; keys are their canonical form. Equals the
 * result of adding them: every caller learns that a serial number is in use, none learns by which plant. `models`: the
 * model selected for each.
 */
export async function checkHardware(
  tx: Tx,
  serials: readonly string[],
  models: readonly (number | null)[] = [],
): Promise<Map<string, HardwareResult>> {
  const sns = serials.map(canonicalSn);
  const { rows } = await sql<{ sn: string; isFree: boolean }>`
    select d.sn, d.site_id is null and d.retired_at is null as "isFree"
    from devices d where d.sn = any(${sns}::text[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.sn, row]));
  const listed = await listedAmong(tx, sns);
  const check = (sn: string, model: number | null): HardwareResult => {
    if (!isWholeSn(sn)) return 'format';
    if (model !== null && productByNumber(model)?.vendor !== parseSn(sn)?.vendor) return 'model';
    const row = known.get(sn);
    if (row && !row.isFree) return 'taken';
    return listed.get(sn)?.refusal ?? (row ? 'valid' : 'unknown');
  };
  const results = new Map<string, HardwareResult>();
  sns.forEach((sn, i) => {
    if (!results.has(sn)) results.set(sn, check(sn, models[i] ?? null));
  });
  return results;
}

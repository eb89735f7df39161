// Whether serials may be entered in a plant, as far as the caller may know.
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { isSerialOf } from '@helioport/protocol/makers';
import { sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { listedAmong } from '../records/serials.ts';

export type HardwareResult = 'valid' | 'unknown' | 'taken' | 'restricted' | 'notIssued' | 'format';

/** Key of the words of each result. */
export const hardwareWords = {
  valid: 'hardware.valid',
  unknown: 'hardware.unknown',
  taken: 'hardware.taken',
  restricted: 'hardware.restricted',
  notIssued: 'hardware.notIssued',
  format: 'hardware.format',
  twice: 'hardware.twice',
  blank: 'hardware.blank',
} as const;

/** Whether this names a whole device as its vendor would: a part goes where its machine goes. */
export function isWholeSn(sn: string): boolean {
  const identity = parseSn(sn);
  return identity?.part === '' && isSerialOf(identity.vendor, identity.serial);
}

/** The result for each of these serials, told in any form; the keys are their one written form. */
export async function judgeHardware(
  { tx, visible }: { tx: Tx; visible: Visible },
  serials: readonly string[],
): Promise<Map<string, HardwareResult>> {
  const sns = serials.map(canonicalSn);
  // Somebody else's device is not known here; who claims it is told that it stands in a plant, and that is written down.
  const { rows } = await sql<{ sn: string; isFree: boolean; isSeen: boolean }>`
    select d.sn, d.site_id is null and d.retired_at is null as "isFree",
      d.id in (select v.id from ${visible.devices} v) as "isSeen"
    from devices d where d.sn = any(${sns}::text[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.sn, row]));
  const listed = await listedAmong(tx, sns);
  const judge = (sn: string): HardwareResult => {
    if (!isWholeSn(sn)) return 'format';
    const row = known.get(sn);
    if (row?.isSeen && !row.isFree) return 'taken';
    const refusal = listed.get(sn)?.refusal;
    if (refusal) return refusal;
    if (row?.isFree) return 'valid';
    return 'unknown';
  };
  return new Map(sns.map((sn) => [sn, judge(sn)]));
}

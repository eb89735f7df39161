import type { common } from '@helioport/contract/common';
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { isSerialOf } from '@helioport/protocol/makers';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Visible } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { say } from '../../platform/words.ts';

const words = {
  valid: 'hardware.valid',
  unknown: 'hardware.unknown',
  taken: 'hardware.taken',
  format: 'hardware.format',
} as const;

const getHardwareValid: Handler<typeof common.getHardwareValid> = async ({ input, tx, lan, visible }) => {
  const sn = canonicalSn(input.sn);
  const result = await judge(tx, visible, sn);
  return { sn, valid: result === 'valid' || result === 'unknown', result, msg: say(lan, words[result]) };
};

async function judge(tx: Tx, visible: Visible, sn: string): Promise<keyof typeof words> {
  const identity = parseSn(sn);
  if (identity?.part !== '' || !isSerialOf(identity.vendor, identity.serial)) return 'format';
  // Somebody else's device is not known here; who claims it is told that it stands in a plant, and that is written down.
  const { rows } = await sql<{ isFree: boolean; isSeen: boolean }>`
    select site_id is null and retired_at is null as "isFree",
      exists (select 1 from ${visible.devices} v where v.id = d.id) as "isSeen"
    from devices d where sn = ${sn}`.execute(tx);
  if (rows[0]?.isFree) return 'valid';
  return rows[0]?.isSeen ? 'taken' : 'unknown';
}

export default getHardwareValid;

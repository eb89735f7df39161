import type { common } from '@helioport/contract/common';
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { isSerialOf } from '@helioport/protocol/makers';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { say } from '../../platform/words.ts';

const words = {
  valid: 'hardware.valid',
  unknown: 'hardware.unknown',
  taken: 'hardware.taken',
  format: 'hardware.format',
} as const;

const getHardwareValid: Handler<typeof common.getHardwareValid> = async ({ input, tx, lan }) => {
  const sn = canonicalSn(input.sn);
  const result = await judge(tx, sn);
  return { sn, valid: result === 'valid' || result === 'unknown', result, msg: say(lan, words[result]) };
};

async function judge(tx: Tx, sn: string): Promise<keyof typeof words> {
  const identity = parseSn(sn);
  if (identity?.part !== '' || !isSerialOf(identity.vendor, identity.serial)) return 'format';
  // Of somebody else's device no more is said than that it is taken.
  const { rows } = await sql<{ isFree: boolean }>`
    select site_id is null and retired_at is null as "isFree" from devices where sn = ${sn}`.execute(tx);
  if (!rows[0]) return 'unknown';
  return rows[0].isFree ? 'valid' : 'taken';
}

export default getHardwareValid;

// Pasted or uploaded lists of serial numbers, validated row by row before they are stored.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import type { Tx } from '../platform/db.ts';
import { translate } from '../platform/texts.ts';
import { checkHardware, hardwareWords } from './hardware.ts';

type SerialRow = OutputOf<typeof site.checkSerials>['list'][number];

/** Result of each row. `row` is the displayed number. */
export async function serialRowsOf(
  call: { tx: Tx; lan: number },
  rows: readonly { row: number; serial: string; alias: string; modelNumber?: number | null }[],
): Promise<SerialRow[]> {
  const results = await checkHardware(
    call.tx,
    rows.map(({ serial }) => serial),
    rows.map(({ modelNumber = null }) => modelNumber),
  );
  const seen = new Set<string>();
  return rows.map(({ row, serial, alias }) => {
    const sn = canonicalSn(serial);
    const evaluate = (): SerialRow['result'] => {
      if (serial === '') return 'blank';
      if (seen.has(sn)) return 'twice';
      return results.get(sn) ?? 'format';
    };
    const result = evaluate();
    seen.add(sn);
    return {
      row,
      sn: result === 'format' ? serial : sn,
      alias,
      valid: result === 'valid' || result === 'unknown',
      result,
      msg: translate(call.lan, hardwareWords[result]),
    };
  });
}

// Listed serial numbers to be changed: found, authorized and locked, each with its own result.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { translate } from '../../../platform/texts.ts';
import { isWholeSn } from '../../../queries/hardware.ts';

type Changed = OutputOf<typeof product.snIssue>;
type Result = Changed['list'][number]['result'];

const words = {
  changed: 'hardware.change.changed',
  same: 'hardware.change.same',
  inUse: 'hardware.change.inUse',
  restricted: 'hardware.change.restricted',
  unknown: 'hardware.change.unknown',
  format: 'hardware.format',
} as const satisfies Record<Result, string>;

export interface HeldSerial extends Columns<'sn_entries', 'sn' | 'companyId'> {
  isListed: boolean;
  isIssued: boolean;
  isActivated: boolean;
  isRestricted: boolean;
  isReturned: boolean;
}

/** The named serial numbers in canonical form and order, without duplicates. */
export const namedSerials = (typed: readonly string[]): string[] => [...new Set(typed.map(canonicalSn))];

/** Those of them that the caller may change, held until the transaction ends. */
export async function holdSerials(
  { tx, visible }: { tx: Tx; visible: Visible },
  sns: readonly string[],
): Promise<Map<string, HeldSerial>> {
  const { rows } = await sql<HeldSerial>`
    select e.sn, e.product_number is not null as "isListed", e.company_id as "companyId",
      e.issued_at is not null as "isIssued", e.activated_at is not null as "isActivated",
      e.restricted_at is not null as "isRestricted", e.returned_at is not null as "isReturned"
    from sn_entries e where e.sn = any(${[...sns]}::text[])
      and e.sn in (select v.sn from ${visible.editableSerials} v where v.sn = any(${[...sns]}::text[]))
    order by e.sn for update of e`.execute(tx);
  return new Map(rows.map((row) => [row.sn, row]));
}

/** Result of each serial number, with texts. */
export function changesOf(
  sns: readonly string[],
  lan: number,
  resultOf: (sn: string) => Exclude<Result, 'format'>,
): Changed {
  const list = sns.map((sn) => {
    const result: Result = isWholeSn(sn) ? resultOf(sn) : 'format';
    return { sn, result, isChanged: result === 'changed', msg: translate(lan, words[result]) };
  });
  return { changed: list.filter(({ isChanged }) => isChanged).length, list };
}

/** Serial numbers with this result, in the order of the list. */
export const changedOf = ({ list }: Changed): string[] =>
  list.filter(({ isChanged }) => isChanged).map(({ sn }) => sn);

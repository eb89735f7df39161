// Issuing serial numbers to companies, and their return: checked one by one, changed in one statement.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { type AuditEntry, writeAudits } from '../../../repositories/audit.ts';
import { issueSerials } from '../../../repositories/serials.ts';
import { changedOf, changesOf, holdSerials } from './change.ts';
import { demandStockKeeper, issueOf } from './entry.ts';

interface OrderContext {
  tx: Tx;
  me: Me;
  visible: Visible;
}

interface Where extends OrderContext {
  now: number;
  lan: number;
}

type Order = Pick<ParsedOf<typeof product.snIssueMany>, 'isIssued' | 'companyId'> & { isTrial?: boolean };
type Changed = ReturnType<typeof changesOf>;

/**
 * Up to this number, the audit log has an entry per serial number; beyond it, one entry with the first and the last.
 */
const LINES_MAX = 1_000;
/** Most unchanged serial numbers in a response. */
const BAD_MAX = 1_000;

/** Target of an order: the company that gets the serial numbers, or none with `issue` null. */
export async function targetOf(where: OrderContext, { isIssued, companyId }: Order) {
  const { me } = where;
  if (isIssued) return { issue: await issueOf(where, companyId ?? 0), isReturn: false };
  demandStockKeeper(me);
  // An operator withdraws serial numbers; a company gets them back from its child companies.
  return { issue: me.scope === 'all' ? null : { companyId: me.companyId }, isReturn: true };
}

/** Issues serial numbers or revokes their issue, and returns the result of each. */
export async function issueAll(where: Where, sns: readonly string[], order: Order): Promise<Changed> {
  const { tx, me, now, lan } = where;
  const { issue, isReturn } = await targetOf(where, order);
  const held = await holdSerials(where, sns);
  const answer = changesOf(sns, lan, (sn) => {
    const one = held.get(sn);
    if (!one?.isListed) return 'unknown';
    if (isReturn && one.isActivated) return 'inUse';
    const isSame = one.isIssued === (issue !== null) && one.companyId === (issue?.companyId ?? null);
    // A serial number returned to the company and issued to it again is in stock again.
    return isSame && (isReturn || !one.isReturned) ? 'same' : 'changed';
  });
  if (order.isTrial) return answer;
  const changed = changedOf(answer);
  await issueSerials(tx, changed, { issue, isReturn, now });
  const companyId = issue?.companyId;
  await writeAudits(
    tx,
    subjectsOf(changed).map(
      (subject): AuditEntry => ({
        at: new Date(now),
        userId: me.userId,
        subject,
        action: isReturn ? 'serial.takeBack' : 'serial.issue',
        ...(companyId ? { companyId } : {}),
        ...(changed.length > LINES_MAX ? { detail: { changed: changed.length } } : {}),
      }),
    ),
  );
  return answer;
}

const subjectsOf = (sns: readonly string[]): string[] =>
  sns.length > LINES_MAX ? [`${sns[0]} … ${sns.at(-1)}`] : [...sns];

/** The same for many: how many have each result, and the first that were not changed. */
export async function issueMany(where: Where, sns: readonly string[], order: Order) {
  if (sns.length === 0) {
    await targetOf(where, order);
    fail('serial.none');
  }
  const { list, changed } = await issueAll(where, sns, order);
  const results = { changed: 0, same: 0, inUse: 0, restricted: 0, unknown: 0, format: 0 };
  for (const { result } of list) results[result] += 1;
  return {
    total: list.length,
    changed,
    results,
    bad: list.filter(({ isChanged }) => !isChanged).slice(0, BAD_MAX),
  };
}

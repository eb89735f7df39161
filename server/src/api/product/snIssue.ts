import type { product } from '@helioport/contract/product';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { issueSerials } from '../../repositories/serials.ts';
import { changedOf, changesOf, holdSerials, namedSerials } from './internal/change.ts';
import { issueOf } from './internal/entry.ts';

const snIssue: Handler<typeof product.snIssue> = async (call) => {
  const { input, me, tx, now, lan } = call;
  // Whoever was issued something hands it on to a company of his; back to the maker is the maker's matter.
  if (!input.isIssued && me.scope !== 'all') fail('serial.groupNeeded');
  const issue = input.isIssued ? await issueOf(call, input.companyId ?? 0) : null;
  const sns = namedSerials(input.sn);
  const held = await holdSerials(call, sns);
  const answer = changesOf(sns, lan, (sn) => {
    const one = held.get(sn);
    if (!one?.isListed) return 'unknown';
    if (!issue && one.isActivated) return 'inUse';
    const isSame = one.isIssued === (issue !== null) && one.companyId === (issue?.companyId ?? null);
    return isSame ? 'same' : 'changed';
  });
  const changed = changedOf(answer);
  await issueSerials(tx, changed, { issue, now });
  const line = { at: new Date(now), userId: me.userId };
  await writeAudits(
    tx,
    changed.map((sn) =>
      issue
        ? {
            ...line,
            action: 'serial.issue',
            subject: sn,
            ...(issue.companyId ? { companyId: issue.companyId } : {}),
          }
        : { ...line, action: 'serial.takeBack', subject: sn },
    ),
  );
  return answer;
};

export default snIssue;

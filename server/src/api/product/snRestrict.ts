import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { isWholeSn } from '../../queries/hardware.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { restrict, unrestrict } from '../../repositories/serials.ts';
import { changedOf, changesOf, namedSerials } from './internal/change.ts';

export default handler<typeof product.snRestrict>(async ({ input, me, tx, now, lan }) => {
  // Applies to all plants.
  demandOperator(me);
  const { isRestricted, reason } = input;
  const sns = namedSerials(input.sn);
  const whole = sns.filter(isWholeSn);
  const done = new Set(
    isRestricted ? await restrict(tx, { sns: whole, reason, now }) : await unrestrict(tx, whole),
  );
  const answer = changesOf(sns, lan, (sn) => (done.has(sn) ? 'changed' : 'same'));
  const line = { at: new Date(now), userId: me.userId };
  await writeAudits(
    tx,
    changedOf(answer).map((sn) =>
      isRestricted
        ? { ...line, action: 'serial.restrict', subject: sn, detail: { reason } }
        : { ...line, action: 'serial.unrestrict', subject: sn },
    ),
  );
  return answer;
});

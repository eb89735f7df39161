import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { deleteSerials } from '../../repositories/serials.ts';
import { changedOf, changesOf, holdSerials, namedSerials } from './internal/change.ts';

export default handler<typeof product.snDel>(async (call) => {
  const { input, me, tx, now, lan } = call;
  demandOperator(me);
  const sns = namedSerials(input.sn);
  const held = await holdSerials(call, sns);
  const answer = changesOf(sns, lan, (sn) => {
    const one = held.get(sn);
    if (!one?.isListed) return 'unknown';
    if (one.isActivated) return 'inUse';
    // Out of the list it could be taken by any plant.
    return one.isRestricted ? 'restricted' : 'changed';
  });
  const gone = changedOf(answer);
  await deleteSerials(tx, gone);
  await writeAudits(
    tx,
    gone.map((sn) => ({ at: new Date(now), userId: me.userId, action: 'serial.del', subject: sn })),
  );
  return answer;
});

import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { noteStep, removeItems } from '../../repositories/cases.ts';
import { addTo } from './internal/items.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.items>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  const count = input.add ? await addTo(tx, one, input) : await removeItems(tx, one, input);
  if (count > 0)
    await noteStep(tx, one, {
      userId: me.userId,
      now,
      detail: { count },
      step: input.add ? 'itemAdded' : 'itemRemoved',
    });
  return {};
});

import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deleteCasePhoto, noteStep } from '../../repositories/cases.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.photoDelete>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  if (!(await deleteCasePhoto(tx, one, input.photoId))) fail('case.unknown');
  await noteStep(tx, one, { step: 'photo', userId: me.userId, now, detail: { removed: 1 } });
  return {};
});

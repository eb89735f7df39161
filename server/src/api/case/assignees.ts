import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

export default handler<typeof cases.assignees>(async (call) => {
  const { id } = await siteToChange(call, call.input.sid);
  const people = await peopleFor(call, [id]);
  return { list: people.map(({ uid, name }) => ({ uid, name })) };
});

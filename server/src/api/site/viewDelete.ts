import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { deleteView } from '../../repositories/siteViews.ts';

export default handler<typeof site.viewDelete>(async ({ input, tx, me }) => {
  await deleteView(tx, { userId: me.userId, list: input.list }, input.name);
  return {};
});

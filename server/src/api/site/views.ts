import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { viewsOf } from '../../repositories/siteViews.ts';

export default handler<typeof site.views>(async ({ input, tx, me }) => ({
  list: await viewsOf(tx, { userId: me.userId, list: input.list }),
}));

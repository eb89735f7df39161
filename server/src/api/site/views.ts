import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { viewsOf } from '../../repositories/siteViews.ts';

const views: Handler<typeof site.views> = async ({ input, tx, me }) => ({
  list: await viewsOf(tx, { userId: me.userId, list: input.list }),
});

export default views;

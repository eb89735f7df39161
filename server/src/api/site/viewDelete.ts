import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { deleteView } from '../../repositories/siteViews.ts';

const viewDelete: Handler<typeof site.viewDelete> = async ({ input, tx, me }) => {
  await deleteView(tx, { userId: me.userId, list: input.list }, input.name);
  return {};
};

export default viewDelete;

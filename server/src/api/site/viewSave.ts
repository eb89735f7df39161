import type { site } from '@helioport/contract/site';
import { VIEWS_MAX } from '@helioport/contract/siteViews';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { saveView, viewsOf } from '../../repositories/siteViews.ts';

export default handler<typeof site.viewSave>(async ({ input, tx, me }) => {
  const whose = { userId: me.userId, list: input.list };
  const kept = await viewsOf(tx, whose);
  const isNew = kept.every(({ name }) => name !== input.name);
  if (isNew && kept.length >= VIEWS_MAX) fail('request.invalid', { field: 'name' });
  await saveView(tx, whose, input);
  return {};
});

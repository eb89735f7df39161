import type { device } from '@helioport/contract/device';
import { PAGES_MAX } from '@helioport/contract/layout';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { pagesOf } from '../../queries/modulePages.ts';
import { addPage } from '../../repositories/modulePages.ts';
import { noteSave, plantToDraw } from './internal/layout.ts';

export default handler<typeof device.modulesPageAdd>(async (call) => {
  const { input, tx, visible } = call;
  const plant = await plantToDraw(call, input.sid);
  const pages = await pagesOf(tx, visible, plant.siteId);
  if (pages.length >= PAGES_MAX) fail('layout.tooMany');
  const id = await addPage(tx, plant, { name: input.name });
  await noteSave(tx, plant, { page: id, name: input.name });
  return { id, version: 1 };
});

import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { deletePage } from '../../repositories/modulePages.ts';
import { emptyPage } from '../../repositories/modules.ts';
import { noteSave, saveOnPage } from './internal/layout.ts';

export default handler<typeof device.modulesPageDel>((call) =>
  saveOnPage(call, call.input, async (plant) => {
    const { pageId: page } = call.input;
    await emptyPage(call.tx, plant.siteId, page);
    await deletePage(call.tx, plant.siteId, page);
    await noteSave(call.tx, plant, { page, isDeleted: true });
    return { isGone: true };
  }),
);

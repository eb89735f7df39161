import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readPicture } from '../../platform/pictures.ts';
import { keepFile } from '../../records/files.ts';
import { layPicture } from '../../records/modulePages.ts';
import { noteSave, saveOnPage } from './parts/layout.ts';

/** Longest side that is kept: enough to find a tile on a roof of 100 m. */
const SIDE_PX = 4000;
/** How wide a picture is taken to be until two points on it are measured. */
const FIRST_WIDTH_M = 20;

const modulesPagePicture: Handler<typeof device.modulesPagePicture> = (call) =>
  saveOnPage(call, call.input, async (plant) => {
    const { input, tx, now } = call;
    const size = { width: SIDE_PX, height: SIDE_PX, fit: 'inside' } as const;
    const { data, mime, width, height } = await readPicture(
      input.file?.data ?? fail('picture.invalid'),
      size,
    );
    const hash = await keepFile(tx, { data, mime, now });
    await layPicture(tx, plant.siteId, input.pageId, {
      ...{ hash, width, height },
      metresPerPixel: FIRST_WIDTH_M / width,
    });
    await noteSave(tx, plant, { page: input.pageId, hasPicture: true });
    return {};
  });

export default modulesPagePicture;

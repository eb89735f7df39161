import type { device } from '@helioport/contract/device';
import { withPreparation } from '../../access/handler.ts';
import { fail, outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPicture } from '../../platform/pictures.ts';
import { keepFile } from '../../repositories/files.ts';
import { layPicture } from '../../repositories/modulePages.ts';
import { noteSave, saveOnPage } from './internal/layout.ts';

/** Longest side that is stored: enough to find a tile on a roof of 100 m. */
const SIDE_PX = 4000;
const SIZE = { width: SIDE_PX, height: SIDE_PX, fit: 'inside' } as const;
/** Width that an image is assumed to show until two points on it are measured. */
const FIRST_WIDTH_M = 20;

const read = async (file: { data: Uint8Array } | null | undefined): Promise<Picture> =>
  await readPicture((file ?? fail('picture.invalid')).data, SIZE);

export default withPreparation<typeof device.modulesPagePicture, () => Picture>(
  ({ input: { file } }) => outcomeOf(read(file)),
  (call, prepared) =>
    saveOnPage(call, call.input, async (plant) => {
      const { input, tx, now } = call;
      const { data, mime, width, height } = prepared();
      const hash = await keepFile(tx, { data, mime, now });
      await layPicture(tx, plant.siteId, input.pageId, {
        hash,
        width,
        height,
        metresPerPixel: FIRST_WIDTH_M / width,
      });
      await noteSave(tx, plant, { page: input.pageId, hasPicture: true });
      return {};
    }),
);

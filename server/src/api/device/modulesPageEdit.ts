import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { noteSave, saveOnPage } from './internal/layout.ts';

export default handler<typeof device.modulesPageEdit>((call) =>
  saveOnPage(call, call.input, async (plant) => {
    const { sid: _, version: __, pageId: page, ...fields } = call.input;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
    await noteSave(call.tx, plant, { page, ...given });
    return { fields: given };
  }),
);

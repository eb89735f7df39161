import type { pv } from '@helioport/contract/pv';
import type { Handler } from '../../access/handler.ts';
import { findSite } from '../../reads/findSite.ts';
import { reportSettingsOf } from '../../records/reportSettings.ts';

const reportSettings: Handler<typeof pv.reportSettings> = async (call) => {
  const { input, me, tx } = call;
  const { id } = await findSite(call, input.sid);
  const { daily, weekly, monthly, yearly, languageCode, withPdf } = await reportSettingsOf(tx, {
    siteId: id,
    userId: me.userId,
  });
  return { sid: input.sid, email: me.email, daily, weekly, monthly, yearly, languageCode, withPdf };
};

export default reportSettings;

import type { battery } from '@helioport/contract/battery';
import { fetchesFirmware } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { firmwareFor } from '../../queries/campaign/ofDevice.ts';
import { findOfKind, settingsOf } from '../../queries/command/settings.ts';

export default handler<typeof battery.hxParamsView>(async (call) => {
  const settings = await settingsOf(call, await findOfKind(call, call.input, fetchesFirmware));
  return { ...settings, ...(await firmwareFor(call, settings.sn, settings.firmware?.version)) };
});

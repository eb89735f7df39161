import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { deviceOverview } from '../../queries/device/overview.ts';
import { findWithParts } from '../../queries/findDevice.ts';

export default handler<typeof device.statisticsOverviewElectricity>(async (call) => {
  const { measures = [], recordedSince } = await deviceOverview(call, await findWithParts(call, call.input));
  return { list: measures.filter(({ unit }) => unit === 'kWh'), recordedSince };
});

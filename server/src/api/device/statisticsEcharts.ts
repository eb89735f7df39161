import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { deviceChart } from '../../queries/device/chart.ts';
import { findWithParts } from '../../queries/findDevice.ts';

export default handler<typeof device.statisticsEcharts>(async (call) =>
  deviceChart(call, await findWithParts(call, call.input)),
);

import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { deviceChart } from '../../queries/device/chart.ts';
import { findWithParts } from '../../queries/findDevice.ts';

const statisticsEcharts: Handler<typeof device.statisticsEcharts> = async (call) =>
  deviceChart(call, await findWithParts(call, call.input));

export default statisticsEcharts;

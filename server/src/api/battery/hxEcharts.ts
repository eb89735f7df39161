import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findMachine } from '../../reads/command/settings.ts';
import { deviceChart } from '../../reads/device/chart.ts';

const hxEcharts: Handler<typeof battery.hxEcharts> = async (call) =>
  deviceChart(call, await findMachine(call, call.input, hasStorage, hasStorage));

export default hxEcharts;

import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { deviceChart } from '../../queries/device/chart.ts';

export default handler<typeof battery.hxEcharts>(async (call) =>
  deviceChart(call, await findWithParts(call, call.input, hasStorage, hasStorage)),
);

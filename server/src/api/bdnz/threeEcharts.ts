import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { deviceChart } from '../../queries/device/chart.ts';

export default handler<typeof bdnz.threeEcharts>(async (call) =>
  deviceChart(call, await findWithParts(call, call.input, isComposite)),
);

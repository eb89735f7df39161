import type { battery } from '@helioport/contract/battery';
import { hasStorage } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { compositeOverviewOf } from '../../queries/device/compositeOverview.ts';

export default handler<typeof battery.hxOverview>(async (call) =>
  compositeOverviewOf(call, await findWithParts(call, call.input, hasStorage, hasStorage)),
);

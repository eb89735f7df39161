import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { compositeOverviewOf } from '../../queries/device/compositeOverview.ts';

export default handler<typeof bdnz.threeOverview>(async (call) =>
  compositeOverviewOf(call, await findWithParts(call, call.input, isComposite)),
);

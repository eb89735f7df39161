import type { ksp } from '@helioport/contract/ksp';
import { hasStrings } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { compositeOverviewOf } from '../../queries/device/compositeOverview.ts';

export default handler<typeof ksp.overview>(async (call) =>
  compositeOverviewOf(call, await findWithParts(call, call.input, hasStrings)),
);

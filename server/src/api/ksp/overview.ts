import type { ksp } from '@helioport/contract/ksp';
import { hasStrings } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { compositeOverviewOf } from '../../queries/device/compositeOverview.ts';

const overview: Handler<typeof ksp.overview> = async (call) =>
  compositeOverviewOf(call, await findWithParts(call, call.input, hasStrings));

export default overview;

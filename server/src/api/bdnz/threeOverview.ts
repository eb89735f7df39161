import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { compositeOverviewOf } from '../../queries/device/compositeOverview.ts';

const threeOverview: Handler<typeof bdnz.threeOverview> = async (call) =>
  compositeOverviewOf(call, await findWithParts(call, call.input, isComposite));

export default threeOverview;

import type { fleet } from '@helioport/contract/fleet';
import type { Handler } from '../../access/handler.ts';
import { fleetSummary } from '../../queries/fleet/summary.ts';

const summary: Handler<typeof fleet.summary> = (call) => fleetSummary(call);

export default summary;

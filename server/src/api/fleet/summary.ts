import type { fleet } from '@helioport/contract/fleet';
import { handler } from '../../access/handler.ts';
import { fleetSummary } from '../../queries/fleet/summary.ts';

export default handler<typeof fleet.summary>((call) => fleetSummary(call));

// The sums over all plants that the caller may see.
// One plant's own overview lives in the room `site`.
import { overview as contract } from '@helioport/contract/overview';
import { fulfil } from '../../access/handler.ts';
import overview from './overview.ts';
import siteStatusCounts from './siteStatusCounts.ts';

export default fulfil(contract, { overview, siteStatusCounts });

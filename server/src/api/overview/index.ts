// Totals over all visible plants, and the health of the installation. The overview of one plant is in the module
// `site`.
import { overview as contract } from '@helioport/contract/overview';
import { fulfil } from '../../access/handler.ts';
import clockIsRight from './clockIsRight.ts';
import health from './health.ts';
import overview from './overview.ts';
import retentionLoss from './retentionLoss.ts';
import search from './search.ts';
import setRetention from './setRetention.ts';
import siteStatusCounts from './siteStatusCounts.ts';

export default fulfil(contract, {
  overview,
  siteStatusCounts,
  health,
  clockIsRight,
  retentionLoss,
  setRetention,
  search,
});

// Totals over all visible plants, and the health of the installation. The overview of one plant is in the module
// `site`.
export { default as clockIsRight } from './clockIsRight.ts';
export { default as health } from './health.ts';
export { default as overview } from './overview.ts';
export { default as retentionLoss } from './retentionLoss.ts';
export { default as search } from './search.ts';
export { default as setRetention } from './setRetention.ts';
export { default as siteStatusCounts } from './siteStatusCounts.ts';

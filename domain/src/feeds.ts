// The kinds of feeds: whose calls the portal accepts. The kind is also the vendor in the `sn` of the devices of a feed.

export const feedKinds = ['pvoutput', 'emoncms', 'influx'] as const;

export type FeedKind = (typeof feedKinds)[number];

/** What a device of a feed measures. */
export type FeedRole = 'pv' | 'grid' | 'battery';

// Where the broker has the topics of a feed: below a prefix of its own, so that two plants never share one.

/** Connections of one feed: one for each device; another one closes the oldest. */
export const FEED_CONNECTIONS_MAX = 32;
/** Topics that one connection of a feed subscribes to. */
export const FEED_SUBSCRIPTIONS_MAX = 20;
/** Levels of a topic of a feed; the broker accepts two more, for the prefix. */
export const FEED_TOPIC_LEVELS = 10;
const FEED_TOPIC_LENGTH = 256;

/** The owner of the sessions of a feed. No device has this sn. */
export const feedOwner = (feedId: number): string => `feed:${feedId}`;

const feedIdOf = (owner: string): string | undefined => /^feed:(\d+)$/.exec(owner)?.[1];

export const isFeedOwner = (owner: string): boolean => feedIdOf(owner) !== undefined;

/** The prefix under which the broker has the topics of a feed, apart from those of devices and of other feeds. */
const prefixOf = (owner: string): string => `feed/${feedIdOf(owner)}/`;

/** The topic or filter of a feed as the broker has it; undefined for one that a feed may not use. */
export function innerTopic(owner: string, topic: string): string | undefined {
  const isOwn = !/^(?:helioport(?:\/|$)|\$)/.test(topic);
  const fits = topic.length <= FEED_TOPIC_LENGTH && topic.split('/').length <= FEED_TOPIC_LEVELS;
  return isOwn && fits ? prefixOf(owner) + topic : undefined;
}

/** A topic of the broker as the feed names it; undefined for topics of others. */
export function outerTopic(owner: string, topic: string): string | undefined {
  const prefix = prefixOf(owner);
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined;
}

/** Whether a topic is one of a filter with wildcards. */
export function isInFilter(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (levels[i] === undefined || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}

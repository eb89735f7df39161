// Names of the MQTT topics between a device and the portal: `helioport/<sn>/<channel>`.
import { parseSn, snOf } from '@helioport/domain/deviceIdentity';

/**
 * `report`: measured values, device to portal. `command`: portal to device. `status`: answers and last will of the
 * device. `state`: current values, portal to subscribers.
 */
export type TopicKind = 'report' | 'command' | 'status' | 'state';

/** A topic of one device, taken apart. */
export interface DeviceTopic {
  /** Such as `86A10001` or `sunhall.3P10-0001`. */
  readonly sn: string;
  readonly kind: TopicKind;
}

const root = 'helioport';

/**
 * True for an `sn` that may be part of a topic: the canonical form of a whole device. MQTT topics are case-sensitive
 * and a device must have a single topic; the composite device reports for its components. `+`, `#` and `/` are excluded
 * so that no device reaches the topics of another.
 */
export function isTopicSn(sn: string): boolean {
  const identity = parseSn(sn);
  return identity !== null && identity.part === '' && snOf(identity.vendor, identity.serial) === sn;
}

/**
 * The topic of a device.
 * @throws RangeError for an `sn` that cannot be part of a topic.
 */
export function topicOf(sn: string, kind: TopicKind): string {
  if (!isTopicSn(sn)) throw new RangeError(`${JSON.stringify(sn)} is no sn for a topic`);
  return `${root}/${sn}/${kind}`;
}

/** What to subscribe to for the topics of this kind of all devices. */
export const topicFilterOf = (kind: TopicKind): string => `${root}/+/${kind}`;

const isTopicKind = (text: string | undefined): text is TopicKind =>
  text === 'report' || text === 'command' || text === 'status' || text === 'state';

/** Takes a topic apart; null for any other topic and for what is no sn. */
export function parseTopic(topic: string): DeviceTopic | null {
  const [first, sn, kind, ...rest] = topic.split('/');
  if (first !== root || sn === undefined || rest.length > 0) return null;
  return isTopicKind(kind) && isTopicSn(sn) ? { sn, kind } : null;
}

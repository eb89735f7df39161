// Names of the MQTT topics between a device and the portal: `helioport/<sn>/<channel>`.
import { parseSn, snOf } from '@helioport/domain/deviceIdentity';

/**
 * `report`: measured values, device to portal. `command`: portal to device. `status`: device's answers and last will.
 * `state`: the newest values as the portal has them, portal to whoever watches.
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
 * True for an sn that may stand in a topic: the one written form of a whole device. MQTT tells cases of letters apart
 * and one device must not have two topics; a part of a machine is spoken for by its machine. No `+`, `#` or `/` can
 * be in it, since one device must not reach another's.
 */
export function isTopicSn(sn: string): boolean {
  const identity = parseSn(sn);
  return identity !== null && identity.part === '' && snOf(identity.vendor, identity.serial) === sn;
}

/**
 * The topic of a device.
 * @throws RangeError for an sn that may not stand in a topic.
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

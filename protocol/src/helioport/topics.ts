// Names of the MQTT topics between a device and the portal: `helioport/<serial>/<channel>`.

/** `report`: measured values, device to portal. `command`: portal to device. `status`: device's answers and last will. */
export type TopicKind = 'report' | 'command' | 'status';

/** A topic of one device, taken apart. */
export interface DeviceTopic {
  readonly serial: string;
  readonly kind: TopicKind;
}

const root = 'helioport';

/**
 * True for a serial that may stand in a topic: 4 to 32 upper-case letters, digits and hyphens, not starting with a
 * hyphen. Upper case only, since MQTT tells cases apart and one device must not have two topics; no `+`, `#` or `/`,
 * since one device must not reach another's.
 */
export const isTopicSerial = (serial: string): boolean => /^[0-9A-Z][0-9A-Z-]{3,31}$/.test(serial);

/**
 * The topic of a device.
 * @throws RangeError for a serial that may not stand in a topic.
 */
export function topicOf(serial: string, kind: TopicKind): string {
  if (!isTopicSerial(serial)) throw new RangeError(`${JSON.stringify(serial)} is no serial for a topic`);
  return `${root}/${serial}/${kind}`;
}

/** What to subscribe to for the topics of this kind of all devices. */
export const topicFilterOf = (kind: TopicKind): string => `${root}/+/${kind}`;

const isTopicKind = (text: string | undefined): text is TopicKind =>
  text === 'report' || text === 'command' || text === 'status';

/** Takes a topic apart; null for any other topic and for bad serials. */
export function parseTopic(topic: string): DeviceTopic | null {
  const [first, serial, kind, ...rest] = topic.split('/');
  if (first !== root || serial === undefined || rest.length > 0) return null;
  return isTopicKind(kind) && isTopicSerial(serial) ? { serial, kind } : null;
}

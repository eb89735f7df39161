// What to enter in a program that publishes over MQTT, by the names of its own fields, and the same for a bridge.
import type { MqttFeedKind } from '@helioport/domain/feeds';
import type { NewFeed } from './FeedSettings.tsx';

/** The names of the fields of a program; they have no translation. */
interface Fields {
  host: string;
  port: string;
  user: string;
  password: string;
  /** The base topic, and the default of the program; absent where there is none. */
  topic?: readonly [label: string, value: string];
  /** What a bridge forwards. */
  bridged: readonly string[];
}

const fieldsOf: Readonly<Record<MqttFeedKind, Fields>> = {
  opendtu: {
    host: 'Hostname',
    port: 'Port',
    user: 'Username',
    password: 'Password',
    topic: ['Base Topic', 'solar/'],
    bridged: ['solar/# out 0'],
  },
  ahoy: {
    host: 'Broker / Server IP',
    port: 'Port',
    user: 'Username (optional)',
    password: 'Password (optional)',
    topic: ['Topic', 'inverter'],
    bridged: ['inverter/# out 0'],
  },
  tasmota: {
    host: 'Host',
    port: 'Port',
    user: 'User',
    password: 'Password',
    topic: ['Full Topic', 'pv/%prefix%/%topic%/'],
    bridged: ['pv/tele/+/SENSOR out 0'],
  },
  deye: {
    host: 'MQTT_HOST',
    port: 'MQTT_PORT',
    user: 'MQTT_USERNAME',
    password: 'MQTT_PASSWORD',
    topic: ['MQTT_TOPIC_PREFIX', 'deye'],
    bridged: ['deye/# out 0'],
  },
  homeassistant: {
    host: 'Broker',
    port: 'Port',
    user: 'Username',
    password: 'Password',
    bridged: ['homeassistant/# in 0', 'helioport-plant/# in 0'],
  },
};

/** Host and port of the broker. A loopback address is this computer, so the host of the page is shown instead. */
function brokerAt(broker: string): { host: string; port: string } {
  const [, host = '', port = ''] = /^\w+:\/\/(\[[^\]]+\]|[^:/]+)(?::(\d+))?/.exec(broker) ?? [];
  const isLoopback = /^(?:127\.|localhost$|\[::1\]$)/.test(host);
  return {
    host: isLoopback ? window.location.hostname : host,
    port: port || (broker.startsWith('mqtts:') ? '8883' : '1883'),
  };
}

/** Label and value of each field. */
export function mqttFields(source: MqttFeedKind, { broker, token }: NewFeed): [string, string][] {
  const { host, port } = brokerAt(broker);
  const names = fieldsOf[source];
  return [
    [names.host, host],
    [names.port, port],
    [names.user, token],
    [names.password, token],
    ...(names.topic ? [[...names.topic] satisfies [string, string]] : []),
  ];
}

/** The lines with which Mosquitto forwards the topics of the program. */
export function mosquittoBridge(source: MqttFeedKind, { id, broker, token }: NewFeed): string {
  const { host, port } = brokerAt(broker);
  return `connection helioport-${id}
address ${host}:${port}
remote_clientid helioport-${id}
remote_username ${token}
remote_password ${token}
cleansession true
notifications false
try_private false
${fieldsOf[source].bridged.map((topics) => `topic ${topics}`).join('\n')}`;
}

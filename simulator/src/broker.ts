// MQTT connection of the devices that report over MQTT and accept commands.
import { encodeStatus } from '@helioport/protocol/helioport/command';
import { parseTopic, topicOf } from '@helioport/protocol/helioport/topics';
import mqtt from 'mqtt';
import type { RemoteDevice } from './remote.ts';

export interface Broker {
  /** Resolves when the broker has the report; reports made while it is unavailable are queued and sent afterwards. */
  readonly send: (sn: string, report: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Connects to a broker as a bridge that publishes and subscribes for all simulated devices, and reconnects if the
 * connection fails.
 */
export function connectBroker(
  url: string,
  token: string | undefined,
  devices: readonly RemoteDevice[],
  onError: (text: string) => void,
): Broker {
  const client = mqtt.connect(url, {
    username: 'bridge',
    password: token,
    reconnectPeriod: 2000,
    clientId: `helioport-simulator-${process.pid}`,
  });
  const bySn = new Map(devices.map((device) => [device.sn, device]));
  const publish = (sn: string, status: ReturnType<RemoteDevice['reportStatus']>) => {
    if (status) client.publish(topicOf(sn, 'status'), encodeStatus(status), { qos: 1 });
  };
  client.on('connect', () => {
    if (devices.length > 0)
      client.subscribe(
        devices.map(({ sn }) => topicOf(sn, 'command')),
        { qos: 1 },
      );
    for (const { sn, reportStatus } of devices) publish(sn, reportStatus());
  });
  client.on('message', (topic, payload) => {
    const sn = parseTopic(topic)?.sn ?? '';
    for (const status of bySn.get(sn)?.receive(payload, Date.now()) ?? []) publish(sn, status);
  });
  client.on('error', (error) => onError(`broker: ${error.message}`));
  return {
    async send(sn, report) {
      await client.publishAsync(topicOf(sn, 'report'), JSON.stringify(report), { qos: 1 });
    },
    async close() {
      await client.endAsync(true);
    },
  };
}

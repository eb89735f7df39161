// MQTT connection of the devices that report over MQTT and accept commands.
import { encodeStatus } from '@helioport/protocol/helioport/command';
import { parseTopic, topicOf } from '@helioport/protocol/helioport/topics';
import mqtt from 'mqtt';
import type { Machine } from './remote.ts';

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
  machines: readonly Machine[],
  onTrouble: (text: string) => void,
): Broker {
  const client = mqtt.connect(url, {
    username: 'bridge',
    password: token,
    reconnectPeriod: 2000,
    clientId: `helioport-simulator-${process.pid}`,
  });
  const bySn = new Map(machines.map((machine) => [machine.sn, machine]));
  const say = (sn: string, status: ReturnType<Machine['says']>) => {
    if (status) client.publish(topicOf(sn, 'status'), encodeStatus(status), { qos: 1 });
  };
  client.on('connect', () => {
    if (machines.length > 0)
      client.subscribe(
        machines.map(({ sn }) => topicOf(sn, 'command')),
        { qos: 1 },
      );
    for (const { sn, says } of machines) say(sn, says());
  });
  client.on('message', (topic, payload) => {
    const sn = parseTopic(topic)?.sn ?? '';
    for (const status of bySn.get(sn)?.hears(payload, Date.now()) ?? []) say(sn, status);
  });
  client.on('error', (error) => onTrouble(`broker: ${error.message}`));
  return {
    async send(sn, report) {
      await client.publishAsync(topicOf(sn, 'report'), JSON.stringify(report), { qos: 1 });
    },
    async close() {
      await client.endAsync(true);
    },
  };
}

// The MQTT door, for the devices that report over it.
import { topicOf } from '@helioport/protocol/helioport/topics';
import mqtt from 'mqtt';

export interface Broker {
  /** Resolves when the broker has the report; reports made while it is away are kept and sent afterwards. */
  readonly send: (sn: string, report: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Connects to a broker as a bridge that speaks for all simulated devices, and stays connected. */
export function connectBroker(
  url: string,
  token: string | undefined,
  onTrouble: (text: string) => void,
): Broker {
  const client = mqtt.connect(url, {
    username: 'bridge',
    password: token,
    reconnectPeriod: 2000,
    clientId: `helioport-simulator-${process.pid}`,
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

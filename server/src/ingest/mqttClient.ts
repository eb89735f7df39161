// External broker in place of the embedded one. The portal is a client: it acknowledges a message once it is stored,
// and the broker redelivers unacknowledged messages.
import { createHmac } from 'node:crypto';
import { decodeStatus } from '@helioport/protocol/helioport/command';
import { parseTopic, topicFilterOf, topicOf } from '@helioport/protocol/helioport/topics';
import mqtt from 'mqtt';
import { createThrottledLog } from '../platform/throttledLog.ts';
import type { MqttEndpoint, MqttParts } from './mqtt.ts';
import { createTaking } from './mqttMessages.ts';

interface ClientParts extends Pick<MqttParts, 'pipeline' | 'log' | 'metrics' | 'commands' | 'secrets'> {
  /** With user name and password. */
  url: string;
  /** Called when the broker becomes unavailable or available. */
  onChange?: (isAway: boolean) => Promise<void>;
  /** First and longest pause before it is tried again, ms. */
  pauses?: { firstMs: number; mostMs: number };
}

export interface MqttClient extends Omit<MqttEndpoint, 'port' | 'kept'> {
  isAway(): boolean;
}

/** Messages of one connection are processed one by one; the load is shared among this many. */
const CONNECTIONS = 4;
/** How long the broker queues messages while the portal is stopped, s. */
const SESSION_S = 7 * 86_400;
const PAUSES = { firstMs: 1_000, mostMs: 30_000 };

/**
 * Connects and reconnects. The broker controls who may publish: a client that can publish on a topic of a device is
 * trusted to be it. A device accepts commands from its first status message until it publishes `offline` there.
 */
export function startMqttClient(parts: ClientParts): MqttClient {
  const { url, secrets, log, commands, onChange, pauses = PAUSES } = parts;
  const take = createTaking(parts);
  const throttledLog = createThrottledLog(log, 60_000);
  // Constant across restarts, because the broker stores queued messages under it.
  const name = createHmac('sha256', secrets.bridge).update('broker').digest('hex').slice(0, 12);
  let isAway: boolean | undefined;
  let isClosed = false;

  const reportState = (away: boolean) => {
    if (isAway === away || isClosed) return;
    isAway = away;
    onChange?.(away).catch((error: unknown) => log.debug({ err: error }, 'broker status not recorded'));
  };

  const listen = (sn: string, payload: Buffer) => {
    if (decodeStatus(payload)?.online === false) commands?.leaves(sn);
    else commands?.listens(sn);
  };

  const clients = Array.from({ length: CONNECTIONS }, (_, i) => {
    const client = mqtt.connect(url, {
      clientId: `helioport-${name}-${i}`,
      protocolVersion: 5,
      clean: false,
      properties: { sessionExpiryInterval: SESSION_S },
      resubscribe: false,
      reconnectPeriod: pauses.firstMs,
      connectTimeout: 10_000,
      customHandleAcks: (topicText, payload, _packet, done) => {
        const topic = parseTopic(topicText);
        if (topic?.kind !== 'report' && topic?.kind !== 'status') return done(0);
        take(topic, payload).then(
          () => {
            if (topic.kind === 'status') listen(topic.sn, payload);
            done(0);
          },
          // Not acknowledged: redelivered with the next connection.
          () => client.stream.destroy(),
        );
      },
    });
    client.on('connect', () => {
      client.options.reconnectPeriod = pauses.firstMs;
      const filters = [
        `$share/helioport/${topicFilterOf('report')}`,
        ...(i === 0 ? [topicFilterOf('status')] : []),
      ];
      client.subscribeAsync(filters, { qos: 1 }).then(
        () => i === 0 && reportState(false),
        (error: unknown) => {
          throttledLog('refused', { err: error }, 'broker denied subscription');
          client.stream.destroy();
        },
      );
    });
    client.on('close', () => {
      const { reconnectPeriod = pauses.firstMs } = client.options;
      client.options.reconnectPeriod = Math.min(pauses.mostMs, reconnectPeriod * 2);
      if (i === 0) reportState(true);
    });
    client.on('error', (error) => throttledLog('away', { reason: error.message }, 'broker unreachable'));
    return client;
  });

  const publish = async (topic: string, payload: string, how: { qos: 0 | 1; retain: boolean }) => {
    const [client] = clients;
    // Nothing is queued here: open commands are sent again, and current values are published with the next update.
    if (!client?.connected) throw new Error('broker disconnected');
    await client.publishAsync(topic, payload, how);
  };
  return {
    isAway: () => isAway ?? true,
    publishState: (sn, payload) => publish(topicOf(sn, 'state'), payload, { qos: 0, retain: true }),
    publishCommand: (sn, payload) => publish(topicOf(sn, 'command'), payload, { qos: 1, retain: false }),
    // The broker controls access.
    dismiss: () => undefined,
    dismissOld: () => undefined,
    dismissFeed: () => undefined,
    dismissOldFeeds: () => undefined,
    async close() {
      isClosed = true;
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}

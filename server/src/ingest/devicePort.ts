// The HTTP endpoint of devices alone, on its own port: inverters use port 80, which serves nothing else.
import http from 'node:http';
import type net from 'node:net';
import {
  type ConnectionLimits,
  defaultConnectionLimits,
  limitConnections,
} from '../platform/connectionLimits.ts';
import type { DeviceEndpoint } from './endpoint.ts';

export interface DevicePort {
  port: number;
  close(): Promise<void>;
}

interface Listen {
  /** 0 takes a free one. */
  port: number;
  host: string;
  connections?: Partial<ConnectionLimits>;
  /** Proxies whose connections are not counted by network. */
  trustsProxy?: false | number | string[];
}

/** Serves devices on every path of a port of its own. */
export async function startDevicePort(
  endpoint: DeviceEndpoint,
  { port, host, connections, trustsProxy = false }: Listen,
): Promise<DevicePort> {
  const server = http.createServer(
    {
      requireHostHeader: false,
      requestTimeout: 20_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 8_192,
    },
    (request, response) => {
      if (admitRequest(request, response)) endpoint.serve(request, response);
    },
  );
  const admitRequest = limitConnections(server, {
    limits: { ...defaultConnectionLimits, ...connections },
    trustsProxy,
    onRefused: () => undefined,
  });
  // What is no HTTP at all gets no answer; a browser's or scanner's rubbish must not end us.
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Those that are kept open become idle with their last answer.
      const sweeping = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(sweeping);
    },
  };
}

// The HTTP door alone, on a port of its own: inverters know only port 80, and it should lead nowhere else.
import http from 'node:http';
import type net from 'node:net';
import type { DeviceDoor } from './door.ts';

export interface DevicePort {
  port: number;
  close(): Promise<void>;
}

/** Any path is the door here. `port` 0 takes a free one. */
export async function startDevicePort(
  door: DeviceDoor,
  listen: { port: number; host: string },
): Promise<DevicePort> {
  const server = http.createServer(
    {
      requireHostHeader: false,
      requestTimeout: 20_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 8_192,
    },
    (request, response) => door.serve(request, response),
  );
  // What is no HTTP at all gets no answer; a browser's or scanner's rubbish must not end us.
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, resolve);
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

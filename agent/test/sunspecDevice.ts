// A SunSpec device on loopback.
import { once } from 'node:events';
import type net from 'node:net';
import { ServerTCP } from 'modbus-serial';

/** Serves blocks from 40000 on; other registers are rejected. `onRead`: called when a reading begins. */
export async function startSunspecDevice(
  blocks: () => readonly number[],
  onRead: () => void = () => {},
): Promise<{ address: string; close(): void }> {
  const server = new ServerTCP(
    {
      getHoldingRegister(address: number) {
        if (address === 40_000) onRead();
        const value = [0x5375, 0x6e53, ...blocks()][address - 40_000];
        if (value === undefined) throw Object.assign(new Error('no such register'), { modbusErrorCode: 2 });
        return value;
      },
    },
    // As text, because the number 0 selects the default port.
    { host: '127.0.0.1', port: '0' as unknown as number, unitID: 1 },
  );
  await once(server, 'initialized');
  const { port } = (server as unknown as { _server: net.Server })._server.address() as net.AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => server.close(() => {}) };
}

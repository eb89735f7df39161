// One agent per buffer: two would send and delete each other's segments. A socket ends with its process, so that a
// killed agent leaves no lock.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

function addressOf(folder: string): string {
  const hash = createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\helioport-agent-${hash}`;
  const file = path.join(folder, 'agent.sock');
  // Addresses of sockets are short.
  return file.length < 100 ? file : path.join(os.tmpdir(), `helioport-agent-${hash}.sock`);
}

const listen = (address: string): Promise<net.Server> =>
  new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => resolve(server.unref()));
  });

const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Takes the buffer for this process; rejects while another agent has it. */
export async function takeBuffer(folder: string): Promise<{ release(): void }> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const address = addressOf(folder);
  let server: net.Server;
  try {
    server = await listen(address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (await isAnswered(address)) throw new Error(`another agent uses ${folder}`);
    fs.rmSync(address, { force: true });
    server = await listen(address);
  }
  return { release: () => void server.close() };
}

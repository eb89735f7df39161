// nginx and HAProxy of the system's packages, run over the files that the guide shows, with other addresses.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const guide = new URL('../../docs/guides/balancer/', import.meta.url);

export const balancers = ['nginx', 'haproxy'] as const;
export type Balancer = (typeof balancers)[number];

/** A loopback port without a listener. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The file of the guide, before these two processes. Throws where one of its addresses is no longer in it. */
function configOf(name: Balancer, port: number, processes: readonly [number, number]): string {
  const file = new URL(name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg', guide);
  const changes: [string, string][] = [
    ['10.0.0.11:8080', `127.0.0.1:${processes[0]}`],
    ['10.0.0.12:8080', `127.0.0.1:${processes[1]}`],
    name === 'nginx' ? ['listen 80;', `listen 127.0.0.1:${port};`] : ['bind :80', `bind 127.0.0.1:${port}`],
    // Where the package would write it needs not be ours.
    ...(name === 'nginx' ? ([['http {', `http {\n${ownFolders}`]] as [string, string][]) : []),
  ];
  let text = fs.readFileSync(file, 'utf8');
  for (const [shown, real] of changes) {
    if (!text.includes(shown)) throw new Error(`${file.pathname} does not say ${shown}`);
    text = text.replaceAll(shown, real);
  }
  return text;
}

const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((kind) => `  ${kind}_temp_path ${kind};\n`)
  .join('')
  .concat('  access_log off;');

/** Starts one before two processes and resolves when it listens. `stop` ends it and removes its folder. */
export async function startBalancer(
  name: Balancer,
  processes: readonly [number, number],
): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `helioport-${name}-`));
  const port = await freePort();
  const file = path.join(folder, 'balancer.conf');
  fs.writeFileSync(file, configOf(name, port, processes));
  const args =
    name === 'nginx'
      ? ['-p', folder, '-c', file, '-e', 'stderr', '-g', `daemon off; pid ${folder}/pid;`]
      : ['-db', '-f', file];
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_000)));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${words}`);
    await sleep(50);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

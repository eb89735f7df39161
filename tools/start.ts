// `npm start`: builds the portal if its sources are newer, starts the server, and in the demo the simulator that reports
// to its device endpoints.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@helioport/domain/duration';
import { type Config, ConfigError, readConfig } from '@helioport/server/config';
import { type RunningServer, startServer } from '@helioport/server/main';
import { createLogFile, type LogFile } from '@helioport/server/platform/logFile';
import { StartRefused } from '@helioport/server/platform/startRefused';
import { DEMO_PASSWORD, demoLogins } from '@helioport/server/seed/demo';
import type { DemoAccess } from '@helioport/server/seed/demoPasswords';
import { endOldSimulator, noteSimulator } from './oldSimulator.ts';
import { createStartProgress, type StartProgress } from './startProgress.ts';
import { keepRunning, READY } from './supervise.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Time of the youngest file below `folder`, ms. */
function youngest(folder: string): number {
  return fs.readdirSync(folder, { withFileTypes: true, recursive: true }).reduce((latest, entry) => {
    if (!entry.isFile() || /node_modules|[/\\]dist([/\\]|$)/.test(entry.parentPath)) return latest;
    return Math.max(latest, fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  }, 0);
}

function buildPortal(progress: StartProgress): void {
  const index = path.join(root, 'web/dist/index.html');
  const builtAt = fs.existsSync(index) ? fs.statSync(index).mtimeMs : 0;
  const folders = ['web', 'contract', 'domain', 'locales'];
  const isBuilt = folders.every((folder) => youngest(path.join(root, folder)) < builtAt);
  progress.onPortal(isBuilt);
  if (isBuilt) return;
  const built = spawnSync('npm', ['run', 'build', '--silent', '-w', 'web'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // A test run would otherwise leave a portal behind that is made for developers, half as heavy again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) {
    console.error(built.stdout + built.stderr);
    throw new Error('The portal could not be built.');
  }
}

/**
 * History that the simulator still has to send: all of it the first time, then the time since the portal last ran. Live
 * frames carry no time, so hours sent twice would be stored twice.
 */
function historyOptions(config: Config, marker: string): string[] {
  if (!fs.existsSync(marker)) return ['--history', String(config.demoDays)];
  const since = fs.statSync(marker).mtime;
  const days = Math.ceil((Date.now() - since.getTime()) / DAY_MS) + 1;
  return ['--history', String(Math.min(days, config.demoDays)), '--since', since.toISOString()];
}

const historyMarker = (dataDir: string): string => path.join(dataDir, 'demo-history');

/** Starts the simulated plants as a separate process that uses only the device endpoints. */
function startSimulator(config: Config, server: RunningServer, demo: DemoAccess): ChildProcess {
  const { replacedAt } = demo;
  const marker = historyMarker(config.dataDir);
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      path.join(root, 'simulator/src/main.ts'),
      '--server',
      server.url,
      '--live',
      '--attached',
      '--progress',
      'json',
      ...historyOptions(config, marker),
      ...(server.mqttUrl ? ['--mqtt', server.mqttUrl] : []),
      ...(replacedAt === null ? [] : ['--replaced', new Date(replacedAt).toISOString()]),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        SIMULATOR_TOKEN: server.secrets.replay,
        SIMULATOR_BRIDGE_TOKEN: server.secrets.bridge,
      },
      // Its input closes when this process ends, in whatever way, and it ends then.
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  noteSimulator(config.dataDir, child);
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    rest += chunk.toString();
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) reportProgress(line, marker);
  });
  return child;
}

/** Keeps the simulated plants running until `end`; a simulator that crashes is started again. */
function keepSimulator(start: () => ChildProcess, dataDir: string): { end: () => Promise<void> } {
  const marker = historyMarker(dataDir);
  // While the portal runs, its plants are up to date; a later start need only bring what came after.
  setInterval(() => fs.existsSync(marker) && fs.utimesSync(marker, new Date(), new Date()), 60_000).unref();
  return keepRunning(start, (how, delayMs) =>
    console.error(`The simulator ended unexpectedly (${how}). Restarting in ${delayMs / 1000} s.`),
  );
}

function reportProgress(line: string, marker: string): void {
  let progress: { day?: string; done?: number; total?: number };
  try {
    progress = JSON.parse(line) as typeof progress;
  } catch {
    return;
  }
  const { day, done, total } = progress;
  if (done === undefined || total === undefined) return;
  const isLast = done >= total;
  if (isLast) fs.writeFileSync(marker, '');
  const bar = '#'.repeat(Math.round((20 * done) / total)).padEnd(20, '.');
  const text = `History of the demo plants [${bar}] ${done}/${total} days${day ? `, back to ${day}` : ''}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${text}${isLast ? '\n' : ''}`);
  else if (isLast || done % 10 === 1) console.log(text);
}

function greet(server: RunningServer): void {
  console.log(`\nHelioport is ready at ${server.url}`);
  if (server.deviceUrl) console.log(`Separate device endpoint at ${server.deviceUrl}`);
  if (server.mqttUrl) console.log(`MQTT broker at ${server.mqttUrl}`);
  if (server.demo) greetDemo(server.demo);
  else if (server.setup) greetSetup(server.setup);
  else console.log('Open that address to log in.');
  console.log('\nPress Ctrl-C to stop.\n');
}

function greetSetup({ code, url }: { code: string; url: string }): void {
  console.log(`\nCreate the administrator at ${url}`);
  console.log(`On another device, open the portal’s address and enter the setup code ${code}`);
  console.log('To show the code again, run: npm run secrets -- --show setup');
}

function greetDemo({ isPublished, made, file }: DemoAccess): void {
  if (isPublished) {
    console.log(`\nDemo logins, password ${DEMO_PASSWORD}:`);
    for (const { email, role } of demoLogins) console.log(`  ${email.padEnd(24)} ${role}`);
  } else if (made.length > 0) {
    console.log(
      '\nThis portal is reachable from other devices, so the demo logins have individual passwords, shown only once:',
    );
    for (const { email, role, password } of made) console.log(`  ${email.padEnd(24)} ${password}  ${role}`);
    console.log(`They are stored in ${file}, readable only by you.`);
  } else {
    console.log(`The demo passwords are in ${file}.`);
  }
  console.log(
    'To use your own plants, start with DEMO=off. To remove the demo data, run npm run demo:remove.',
  );
}

/**
 * In a terminal the log goes to a file next to the embedded database. Elsewhere (a service, a container, a pipe) it goes
 * to standard error, and a process with a `DATABASE_URL` writes nothing to the data folder.
 */
const logFileOf = (config: Config): LogFile | undefined =>
  process.stdout.isTTY && !config.databaseUrl ? createLogFile(path.join(config.dataDir, 'logs')) : undefined;

/** A server whose supervisor is gone may finish its calls for so long, ms. */
const LEFT_OVER_ENDS_WITHIN_MS = 5_000;

async function main(): Promise<void> {
  const config = readConfig();
  const progress = createStartProgress();
  buildPortal(progress);
  const logFile = logFileOf(config);
  let simulator: { end: () => Promise<void> } | undefined;
  const endSimulator = async () => await simulator?.end();
  const server = await startServer(config, {
    endSimulator,
    onStep: progress.onStep,
    onRows: progress.onRows,
    ...(logFile ? { logFile } : {}),
  });
  progress.finish();
  if (logFile && config.logLevel !== 'silent') console.log(`Log: ${logFile.path}`);
  // Only where its reports are taken.
  const { demo } = server;
  if (demo && config.parts.has('ingest')) {
    await endOldSimulator(config.dataDir);
    simulator = keepSimulator(() => startSimulator(config, server, demo), config.dataDir);
  }

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await endSimulator();
    await server.stop();
    process.exit(0);
  };
  // The supervisor is gone: a server without it would run on unseen.
  process.on('disconnect', () => {
    // The next one waits for the data folder. A kill is as safe: what was acknowledged is on disk.
    setTimeout(() => process.exit(1), LEFT_OVER_ENDS_WITHIN_MS).unref();
    void stop();
  });
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  // Not earlier: after the ready message, the user may stop the portal immediately.
  greet(server);
  process.send?.(READY);
}

try {
  await main();
} catch (error) {
  console.error(readable(error));
  process.exit(1);
}

/** What went wrong in a sentence where a person can mend it, else as it came. */
function readable(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use. Stop the process that uses it, or set PORT, DEVICE_PORT or MQTT_PORT to another port.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user is not allowed to open port ${port}. See docs/guides/connect-your-inverter.md for port 80.`;
  }
  return error;
}

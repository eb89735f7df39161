// `npm start`: runs the server (tools/start.ts) and starts it again within a second when it crashes.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const server = supervise({
  command: process.execPath,
  args: ['--import', 'tsx', path.join(root, 'tools/start.ts')],
  onRestart: (how, delayMs) =>
    console.error(`The server ended unexpectedly (${how}). Restarting in ${delayMs / 1000} s.`),
});
// In a terminal Ctrl-C reaches the server too, which ignores the second signal.
process.on('SIGINT', () => server.stop('SIGINT'));
process.on('SIGTERM', () => server.stop('SIGTERM'));
process.exit(await server.ended);

// `npm run dev`: the product with a portal that reloads while you write. The server restarts when its sources change;
// Vite serves the portal on a port of its own and passes API calls on.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' } as const;

const children = [
  spawn('npx', ['--no-install', 'tsx', 'watch', '--clear-screen=false', 'tools/start.ts'], options),
  spawn('npm', ['run', 'dev', '-w', 'web'], options),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
for (const child of children) child.once('exit', stop);

// A server in which a parent process plants errors that no code handles: `rejection` and `exception`, by IPC.
import { readConfig } from '../src/config.ts';
import { startServer } from '../src/main.ts';

const server = await startServer(readConfig());
process.on('message', (planted) => {
  if (planted === 'rejection') void Promise.reject(new Error('planted rejection'));
  if (planted === 'exception')
    setImmediate(() => {
      throw new Error('planted exception');
    });
});
process.once('disconnect', () => void server.stop().then(() => process.exit(0)));
process.send?.(server.url);

// A process of devices that post frames and remember which were acknowledged.
import { startDevices } from '../crashParts.ts';
import { DEVICES } from './deviceCount.ts';
import type { Message, Start } from './messages.ts';

const EVERY_MS = 500;

process.once('message', ({ target }: Start) => {
  const devices = startDevices(target.port, DEVICES, { everyMs: EVERY_MS, from: '127.0.10.1' });
  const end = async () => {
    await devices.stop();
    const message: Message = {
      kind: 'frames',
      answered: [...devices.answered],
      unanswered: devices.unanswered(),
    };
    process.send?.(message, () => process.exit(0));
  };
  process.once('message', () => void end());
  process.once('disconnect', () => process.exit(0));
});

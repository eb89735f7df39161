import { expect, it, vi } from 'vitest';
import { createProcessLog } from './log.ts';

it('has what the process is warned of, by its name, once', async () => {
  createProcessLog('silent');
  const log = createProcessLog('silent');
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const warning = Object.assign(new Error('it is torn'), { name: 'CurveUnreadable' });
  process.emitWarning(warning);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warn.mock.calls).toEqual([[{ err: warning }, 'process warning']]);
  expect(process.listeners('warning').filter((one) => one.name === 'logWarning')).toHaveLength(1);
});

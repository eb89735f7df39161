import { expect, it } from 'vitest';
import type { Log } from './log.ts';
import { createThrottledLog } from './throttledLog.ts';

it('warns once an hour of each cause, and then says how often', () => {
  const lines: object[] = [];
  let now = 0;
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const throttledLog = createThrottledLog(log, 3_600_000, () => now);
  for (let minute = 0; minute < 90; minute++) {
    now = minute * 60_000;
    throttledLog('tooLong', { minute }, 'refused');
    if (minute === 5) throttledLog('tooMany', {}, 'refused');
  }
  expect(lines).toEqual([
    { minute: 0, cause: 'tooLong' },
    { cause: 'tooMany' },
    { minute: 60, cause: 'tooLong', times: 60 },
  ]);
});

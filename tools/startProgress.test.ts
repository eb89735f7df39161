import { describe, expect, it } from 'vitest';
import { createStartProgress } from './startProgress.ts';

function run(isTTY: boolean) {
  let text = '';
  let now = 0;
  const progress = createStartProgress({ isTTY, write: (part) => (text += part) }, () => now);
  progress.onPortal(false);
  now += 12_000;
  progress.onStep({ name: 'database' });
  now += 1_500;
  progress.onStep({ name: 'schema', waiting: 71 });
  progress.onRows('0070_large', 20_000);
  now += 2_000;
  progress.onStep({ name: 'demo' });
  now += 800;
  progress.finish();
  return text;
}

/** What a terminal shows after the text: a carriage return begins the line again. */
const shown = (text: string) => text.split('\n').map((line) => line.split('\r\x1b[K').at(-1));

describe('the lines of a start', () => {
  it('name each part once with its time in a terminal', () => {
    const text = run(true);
    expect(text).toContain('0070_large: 20000 rows');
    expect(shown(text)).toEqual([
      '1/4 Building the portal (12.0 s)',
      '2/4 Starting the database (1.5 s)',
      '3/4 Updating the database schema (71 migrations) (2.0 s)',
      '4/4 Preparing the demo data (0.8 s)',
      '',
    ]);
  });

  it('name each part once without control characters elsewhere', () => {
    expect(run(false).split('\n')).toEqual([
      '1/4 Building the portal',
      '2/4 Starting the database',
      '3/4 Updating the database schema (71 migrations)',
      '4/4 Preparing the demo data',
      '',
    ]);
  });
});

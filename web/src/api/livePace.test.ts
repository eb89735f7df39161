import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { concerns, createPace, fleetPaceMs } from './livePace.ts';

const answer = {
  hash: '["site","overview",{"sid":"DE_1"}]',
  data: { list: [{ sid: 'DE_7' }, { sid: 'DE_8' }] },
};

describe('concerns', () => {
  it.each([
    ['named', ['DE_1'], true],
    ['named', ['DE_7'], false],
    ['shown', ['DE_7'], true],
    ['shown', ['DE_1'], false],
    ['any', ['DE_9'], true],
    ['none', ['DE_1', 'DE_7'], false],
  ] as const)('%s, news of %s: %s', (live, sids, isSo) => {
    expect(concerns({ live }, answer, { sids })).toBe(isSo);
  });

  it('takes a note of too many plants for all that wait for any', () => {
    const note = { sids: [], isAll: true };
    expect(concerns({ live: 'shown' }, answer, note)).toBe(true);
    expect(concerns({}, answer, note)).toBe(true);
    expect(concerns({ live: 'none' }, answer, note)).toBe(false);
  });

  it('shows nothing in an answer that is not there yet', () => {
    expect(concerns({ live: 'shown' }, { hash: '', data: undefined }, { sids: ['DE_7'] })).toBe(false);
  });
});

describe('createPace', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('asks at once, then for any number of notes once more at the end of fifteen seconds', () => {
    const requested: string[] = [];
    const pace = createPace((hash) => void requested.push(hash));
    for (let i = 0; i < 14; i++) {
      pace.refresh('list', { live: 'shown' });
      vi.advanceTimersByTime(1_000);
    }
    expect(requested).toEqual(['list']);
    vi.advanceTimersByTime(1_000);
    expect(requested).toEqual(['list', 'list']);
    vi.advanceTimersByTime(60_000);
    expect(requested).toHaveLength(2);
  });

  it('lets the page of one plant follow its reports, and sums of a fleet wait a minute', () => {
    const requested: string[] = [];
    const pace = createPace((hash) => void requested.push(hash));
    for (let i = 0; i < 60; i++) {
      pace.refresh('plant');
      pace.refresh('sums', { live: 'any', liveEveryMs: fleetPaceMs(10_000) });
      vi.advanceTimersByTime(1_000);
    }
    expect(requested.filter((hash) => hash === 'plant')).toHaveLength(20 + 1);
    expect(requested.filter((hash) => hash === 'sums')).toHaveLength(2);
    expect(fleetPaceMs(20)).toBe(15_000);
  });
});

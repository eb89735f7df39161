import { describe, expect, it } from 'vitest';
import { toPlant, toTab } from './siteWays.ts';

const here = new URLSearchParams(
  'id=A&tab=modules&day=2026-06-21&device=E0000001&module=E0000001_2&q=roof&page=3&sort=now',
);

describe('the way on from a plant', () => {
  it('takes day and module along to another tab, but no search and no page of a table', () => {
    expect(toTab(here, 'energy').toString()).toBe(
      'id=A&day=2026-06-21&device=E0000001&module=E0000001_2&tab=energy',
    );
    expect(toTab(here, '').get('tab')).toBeNull();
  });

  it('takes tab and day along to another plant, but none of its devices', () => {
    expect(toPlant(here, 'B').toString()).toBe('tab=modules&day=2026-06-21&id=B');
  });
});

import { describe, expect, it } from 'vitest';
import { choice, text, urlFields, whole } from './urlFields.ts';
import { readUrlState, writeUrlState } from './useUrlState.ts';

const schema = urlFields({
  page: whole(1, 1e9, 1),
  name: text(60),
  view: choice(['list', 'map'], 'list'),
});

describe('state in the address', () => {
  it('reads what fits and forgets what does not', () => {
    const state = readUrlState(schema, new URLSearchParams('page=3&view=cloud&name=a%20b&other=1'));
    expect(state).toEqual({ page: 3, name: 'a b', view: 'list' });
  });

  it('leaves defaults out and the keys of others alone', () => {
    const next = writeUrlState(schema, new URLSearchParams('page=3&other=1'), { page: 1, view: 'map' });
    expect(next.toString()).toBe('other=1&view=map');
  });

  it('gives back what it wrote', () => {
    const written = { page: 7, name: 'Dach Süd & Nord', view: 'map' };
    expect(readUrlState(schema, writeUrlState(schema, new URLSearchParams(), written))).toEqual(written);
  });
});

import { fileURLToPath } from 'node:url';
import { contracts } from '@helioport/contract/contracts';
import { endpoint, open } from '@helioport/contract/endpoint';
import { nothing } from '@helioport/contract/envelope';
import { site } from '@helioport/contract/site';
import { body, flag, listOf, neededText, part } from '@helioport/contract/values';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readElsewhere, unreadInputs } from './inputs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('every field that a call takes is read, and no exception is left over', () => {
  expect(unreadInputs(contracts, root).toSorted()).toEqual(Object.keys(readElsewhere).toSorted());
});

describe('the test itself', () => {
  // Planted into a call of the product, whose file does not know it.
  const unread = (input: z.ZodType, { path }: { path: string } = site.layoutInfo) =>
    unreadInputs(
      { site: { layoutInfo: endpoint({ path, summary: '', grant: open, input, output: nothing }) } },
      root,
    );

  it('finds a field that nobody reads, in a group and in a list too', () => {
    const input = body({
      sid: neededText(60),
      withUnicorns: flag(false),
      filters: part({ unicornsOnly: flag(false) }),
      unicorns: listOf(z.object({ unicornName: neededText() }), 3),
    });
    const fields = ['withUnicorns', 'filters', 'filters.unicornsOnly', 'unicorns', 'unicorns.unicornName'];
    expect(unread(input)).toEqual(fields.map((field) => `v2/site/layoutInfo ${field}`));
  });

  it('takes a field as read that stands in what the file leans on', () => {
    const input = body({ sid: neededText(60), weatherHours: flag(false) });
    expect(unread(input)).toEqual(['v2/site/layoutInfo weatherHours']);
    expect(unread(input, site.statisticsEcharts)).toEqual([]);
  });
});

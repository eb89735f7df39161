import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isOtherPlant, prefetchPlant } from './prefetchPlant.ts';

const requested = vi.hoisted(() => [] as string[]);
vi.mock('../../api/query.ts', () => ({
  prefetchCall: ({ path }: { path: string }, { sid }: { sid: string }) => requested.push(`${path} ${sid}`),
}));
vi.mock('../../components/lazyPart.tsx', () => ({ fetchWordsAhead: () => requested.push('words') }));
let token = 'one';
vi.mock('../../session/session.ts', () => ({ useSession: { getState: () => ({ token }) } }));
beforeEach(() => {
  token = 'one';
  requested.splice(0);
});

const page = (search: string) => `https://portal.test/pvPlant/detail${search}`;
const open = (search: string) =>
  prefetchPlant({ request: new Request(page(search)) } as unknown as LoaderFunctionArgs);

describe('what the page of a plant is about to need', () => {
  it('is its two answers, and the words where another tab than the overview is opened', () => {
    open('?id=DE_1');
    expect(requested).toEqual(['v2/site/detail DE_1', 'v2/site/overview DE_1']);
    open('?id=DE_1&tab=modules');
    expect(requested.slice(2)).toEqual(['v2/site/detail DE_1', 'v2/site/overview DE_1', 'words']);
  });

  it('is nothing where no plant is named', () => {
    open('');
    expect(requested).toEqual([]);
  });

  it('is nothing to a stranger, who is led to the sign-in', () => {
    token = '';
    open('?id=DE_1&tab=modules');
    expect(requested).toEqual([]);
  });

  it.each([
    ['?id=DE_1', '?id=DE_1&tab=energy', false],
    ['?id=DE_1&day=2026-01-01', '?id=DE_1', false],
    ['?id=DE_1', '?id=DE_2', true],
  ])('from %s to %s is another plant: %s', (from, to, isOther) => {
    const step = { currentUrl: new URL(page(from)), nextUrl: new URL(page(to)) };
    expect(isOtherPlant(step as ShouldRevalidateFunctionArgs)).toBe(isOther);
  });
});

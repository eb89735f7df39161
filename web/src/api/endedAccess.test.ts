import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { cachesOf } from './endedAccess.ts';
import { CallFailure } from './failure.ts';

const SITE_UNKNOWN = 4040;

let client: QueryClient;
/** Code of the answers to calls about plant A; 200: they succeed. */
let code: number;
let calls: string[];

beforeEach(() => {
  code = 200;
  calls = [];
  const made: QueryClient = new QueryClient({
    ...cachesOf(() => made),
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  client = made;
});

const answer = async (name: string, isOfA: boolean) => {
  calls.push(name);
  if (isOfA && code !== 200) throw new CallFailure({ message: 'refused', status: 200, code });
  return name;
};

const keys = {
  detail: ['site', 'detail', { sid: 'A' }],
  modules: ['device', 'modules', { sid: 'A' }],
  commands: ['configuration', 'list', { filters: { sid: 'A' } }],
  other: ['site', 'detail', { sid: 'B' }],
} as const;

/** Opens all four queries, as a page with observers does. */
async function open() {
  for (const [name, queryKey] of Object.entries(keys)) {
    const query = { queryKey, queryFn: () => answer(name, name !== 'other'), staleTime: 0 };
    await client.fetchQuery(query);
    client.getQueryCache().find({ queryKey })?.setOptions(query);
  }
}
const refetch = (name: keyof typeof keys) =>
  client.refetchQueries({ queryKey: keys[name], type: 'all', exact: true });
const stateOf = (name: keyof typeof keys) => client.getQueryState(keys[name]);

it('drops data of a plant that is refused, and marks everything else about it for a refetch', async () => {
  await open();
  code = SITE_UNKNOWN;
  await refetch('detail');
  expect(stateOf('detail')).toMatchObject({ status: 'error', data: undefined, dataUpdatedAt: 0 });
  expect(stateOf('detail')?.error).toMatchObject({ isEnded: true });
  expect(stateOf('modules')).toMatchObject({ isInvalidated: true });
  expect(stateOf('commands')).toMatchObject({ isInvalidated: true });
  expect(stateOf('other')).toMatchObject({ isInvalidated: false, data: 'other' });
});

it('states the same reason when it is refused again, and shows it once it is granted again', async () => {
  await open();
  code = SITE_UNKNOWN;
  await refetch('detail');
  await refetch('detail');
  expect(stateOf('detail')?.error).toMatchObject({ isEnded: true });
  code = 200;
  await refetch('detail');
  expect(stateOf('detail')).toMatchObject({ status: 'success', data: 'detail' });
});

it('marks the reads of a plant when a first read of another part of it is refused', async () => {
  await open();
  code = SITE_UNKNOWN;
  const energy = { queryKey: ['site', 'energy', { sid: 'A' }], queryFn: () => answer('energy', true) };
  await client.fetchQuery(energy).catch(() => undefined);
  expect(stateOf('detail')).toMatchObject({ isInvalidated: true });
  expect(stateOf('other')).toMatchObject({ isInvalidated: false });
});

it('marks the reads of a plant when a change of it is refused', async () => {
  await open();
  code = SITE_UNKNOWN;
  const change = client.getMutationCache().build(client, { mutationFn: () => answer('change', true) });
  await expect(change.execute({ sid: 'A' } as never)).rejects.toThrow('refused');
  expect(stateOf('detail')).toMatchObject({ isInvalidated: true, data: 'detail' });
  expect(stateOf('other')).toMatchObject({ isInvalidated: false });
});

it('keeps data after any other failure, and knows no end of what was never shown', async () => {
  await open();
  code = 500;
  await refetch('detail');
  expect(stateOf('detail')).toMatchObject({ status: 'error', data: 'detail' });
  code = SITE_UNKNOWN;
  const never = { queryKey: ['site', 'detail', { sid: 'C' }], queryFn: () => answer('never', true) };
  const failure = await client.fetchQuery(never).catch((reason: unknown) => reason);
  expect(failure).toMatchObject({ isEnded: false });
});

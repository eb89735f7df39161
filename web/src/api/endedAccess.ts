// What remains on the screen once a call is refused because its plant or device is no longer visible to the reader, for
// example after a transfer: nothing, instead of data that looks current.
import { isUnknownCode } from '@helioport/contract/unknownCode';
import { MutationCache, type Query, QueryCache, type QueryClient } from '@tanstack/react-query';
import { CallFailure } from './failure.ts';

/**
 * How often a page of a plant requests the plant, in ms, so that it also ends while nothing on it is refreshed by
 * readings.
 */
export const ACCESS_CHECK_MS = 60_000;

type Named = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Named => typeof value === 'object' && value !== null;

/** The plant and device that an input names, also within its filters. */
function namesIn(input: unknown): ReadonlySet<string> {
  if (!isRecord(input)) return new Set();
  const { filters } = input;
  const parts = isRecord(filters) ? [input, filters] : [input];
  const names = parts.flatMap(({ sid, sn }) => [sid, sn]);
  return new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''));
}

/** Queries whose data was dropped, by hash, so that further refusals give the same reason. */
const ended = new Set<string>();

function dropData(query: Query<unknown, unknown>, error: CallFailure): void {
  if (query.state.data !== undefined) ended.add(query.queryHash);
  if (!ended.has(query.queryHash)) return;
  error.isEnded = true;
  query.setState({ data: undefined, dataUpdatedAt: 0 });
}

/** Caches of a client that drop refused data, and refetch everything else about the same plant or device. */
export function cachesOf(client: () => QueryClient) {
  const refetchOthers = (input: unknown) => {
    const names = namesIn(input);
    if (names.size === 0) return;
    void client().invalidateQueries({
      predicate: ({ queryKey, state }) =>
        state.data !== undefined && [...namesIn(queryKey[2])].some((name) => names.has(name)),
    });
  };
  return {
    queryCache: new QueryCache({
      onSuccess: (_data, query) => ended.delete(query.queryHash),
      onError: (error, query) => {
        if (!(error instanceof CallFailure) || !isUnknownCode(error.code)) return;
        dropData(query, error);
        // Terminates, because only queries that still have data are refetched.
        refetchOthers(query.queryKey[2]);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, input) => {
        if (error instanceof CallFailure && isUnknownCode(error.code)) refetchOthers(input);
      },
    }),
  };
}

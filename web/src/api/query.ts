// Contract calls as TanStack queries and mutations. Only the client retries; a write invalidates the queries of its
// module.
import { addressOf, type Endpoint, type InputOf, type OutputOf } from '@helioport/contract/endpoint';
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from './client.ts';
import { cachesOf } from './endedAccess.ts';
import type { CallFailure } from './failure.ts';
import type { LiveMeta, LiveScope } from './livePace.ts';

/** The query cache. Logout clears it, so that the next user cannot see the previous user's data. */
export const queryClient: QueryClient = new QueryClient({
  ...cachesOf(() => queryClient),
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 5000, gcTime: 300_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export interface UseCallOptions<E extends Endpoint = Endpoint> {
  /** False: wait. */
  isEnabled?: boolean;
  /** Which readings make the result outdated; default `named`. Lists over many plants use `shown`. */
  live?: LiveScope;
  /** Shortest time between two refetches caused by readings; default 3 s for `named`, 15 s for many plants. */
  liveEveryMs?: number;
  /** True: while the input changes, the previous answer stays (dimmed by the caller through `isPlaceholderData`). */
  keepsPrevious?: boolean;
  /** Refetch interval in ms, independent of readings; can depend on the result. */
  refreshMs?: number | ((data: OutputOf<E> | undefined) => number);
  /** How long an answer counts as fresh; default 5 s. */
  staleMs?: number;
}

/** `[module, call, input]`: a write invalidates all queries of its module by the first part. */
export const keyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
  const { room: module, name } = addressOf(endpoint.path);
  return [module, name, input] as const;
};

/**
 * The result of a read, kept fresh. Failures appear on the screen and not as a toast: in place of the data, or as the
 * age of data that is already there.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: UseCallOptions<E> = {},
): UseQueryResult<OutputOf<E>, CallFailure> {
  const { refreshMs } = options;
  return useQuery<OutputOf<E>, CallFailure>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
    enabled: options.isEnabled ?? true,
    meta: {
      live: options.live ?? 'named',
      ...(options.liveEveryMs === undefined ? {} : { liveEveryMs: options.liveEveryMs }),
    } satisfies LiveMeta,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refreshMs === undefined
      ? {}
      : {
          refetchInterval:
            typeof refreshMs === 'number'
              ? refreshMs
              : ({ state }: { state: { data?: OutputOf<E> | undefined } }) => refreshMs(state.data),
        }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  });
}

/**
 * Prefetches data for a screen while its code loads, with the same query as the screen (`useCall` with the same
 * input). On failure the screen requests it again and shows the error.
 */
export function prefetchCall<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  void queryClient.prefetchQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
    meta: { live: 'named' } satisfies LiveMeta,
  });
}

export interface UseWriteOptions {
  /** True: the screen shows the failure and no toast does. */
  quiet?: boolean;
  /** Modules to refresh in addition to the call's own. */
  refreshes?: readonly string[];
}

/** A mutation. On success, all queries of its module are invalidated. */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  options: UseWriteOptions = {},
): UseMutationResult<OutputOf<E>, CallFailure, InputOf<E>> {
  const client = useQueryClient();
  return useMutation<OutputOf<E>, CallFailure, InputOf<E>>({
    mutationFn: (input) => call(endpoint, input, { quiet: options.quiet ?? false }),
    onSuccess: async () => {
      const modules = [addressOf(endpoint.path).room, ...(options.refreshes ?? [])];
      await Promise.all(modules.map((module) => client.invalidateQueries({ queryKey: [module] })));
      // The query cache notifies components in a later task; wait for it, so that the caller sees the refreshed data.
      await new Promise((resolve) => setTimeout(resolve));
    },
  });
}

// Decides which queries a notification of new readings concerns, and how often each is refetched. Hundreds of open
// lists can cover thousands of plants with readings at any moment, so a list reacts only to the plants that it shows.

/**
 * Which readings make a query outdated: none, those of the plant in its input, those of a plant in its `list`, or
 * those of any plant.
 */
export type LiveScope = 'none' | 'named' | 'shown' | 'any';

/** Live settings of a query, in its `meta`. */
export interface LiveMeta {
  /** Default `named`. */
  live?: LiveScope;
  /** Shortest time between two refetches, in ms; default by scope. */
  liveEveryMs?: number;
}

/** A notification of readings: the plants concerned, or that there were too many to list. */
export interface ReportNote {
  sids: readonly string[];
  isAll?: boolean;
}

/** Pace of queries about one plant. */
const ONE_PLANT_MS = 3_000;
/** Pace of queries about many plants. */
const MANY_PLANTS_MS = 15_000;
/** Totals and counts over many plants: a single reading hardly changes them, and each refetch covers all plants. */
const FLEET_MS = 60_000;
/** Up to this number of plants, totals refresh as often as the rows. */
const SMALL_FLEET = 200;

/** How often totals over `plants` plants are refetched, in ms. */
export const fleetPaceMs = (plants: number | undefined): number =>
  plants !== undefined && plants <= SMALL_FLEET ? MANY_PLANTS_MS : FLEET_MS;

/** Up to this number of plants, an owner's list shows cards, which contain more detail than rows. */
export const FEW_PLANTS = 12;
const FEW_PLANTS_MS = 5_000;

/** How often a list of `plants` plants is refetched, in ms. */
export const listPaceMs = (plants: number | undefined): number =>
  plants !== undefined && plants <= FEW_PLANTS ? FEW_PLANTS_MS : MANY_PLANTS_MS;

interface Answer {
  /** The input of the call as text, part of its key. */
  hash: string;
  data: unknown;
}

/** Whether a notification concerns a query. */
export function concerns({ live = 'named' }: LiveMeta, answer: Answer, { sids, isAll }: ReportNote): boolean {
  if (live === 'none') return false;
  if (live === 'any' || isAll === true) return true;
  if (live === 'named') return sids.some((sid) => answer.hash.includes(`"${sid}"`));
  const shown = shownBy(answer.data);
  return sids.some((sid) => shown.has(sid));
}

/** The plants in the `list` of a result. */
function shownBy(data: unknown): ReadonlySet<unknown> {
  const list = (data as { list?: unknown } | undefined)?.list;
  if (!Array.isArray(list)) return new Set();
  return new Set(list.map((row) => (row as { sid?: unknown } | null)?.sid));
}

/** Calls `ask` for a hash at most once per interval; requests in between cause one more call at its end. */
export function createPace(request: (hash: string) => void) {
  const requestedAt = new Map<string, number>();
  const pending = new Map<string, ReturnType<typeof setTimeout>>();
  const now = (hash: string) => {
    pending.delete(hash);
    requestedAt.set(hash, Date.now());
    request(hash);
  };
  return {
    refresh(hash: string, { live = 'named', liveEveryMs }: LiveMeta = {}): void {
      if (pending.has(hash)) return;
      const everyMs = liveEveryMs ?? (live === 'named' ? ONE_PLANT_MS : MANY_PLANTS_MS);
      const waitMs = (requestedAt.get(hash) ?? 0) + everyMs - Date.now();
      if (waitMs <= 0) now(hash);
      else
        pending.set(
          hash,
          setTimeout(() => now(hash), waitMs),
        );
    },
    stop(): void {
      for (const timer of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
}

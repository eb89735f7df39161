// Admission control: limits the expensive work in progress, per caller and in total. Work above the limit waits in a
// short queue that is fair between callers; a full queue rejects it.
import { BusinessFailure } from './failure.ts';

export interface QueueLimits {
  /** Most concurrent jobs. */
  running: number;
  /** Most concurrent jobs of one caller. */
  runningPerCaller: number;
  /** Jobs that wait, of all callers and of one. */
  waiting: number;
  waitingPerCaller: number;
  /** Longest wait, ms. */
  waitMs: number;
}

/** Called with the position in the queue, from 1; 0 when the job starts or is rejected. */
export type OnPlace = (place: number) => void;

export interface AdmissionQueue {
  /**
   * Runs `work` when it is the caller's turn. Fails with `request.tooMany` if the queue of the caller is full, and with
   * `server.busy` if all queues are full or the wait times out.
   */
  run<T>(caller: string, work: () => Promise<T>, onPlace?: OnPlace): Promise<T>;
  /** Jobs that run and that wait now. */
  load(): { running: number; waiting: number };
}

interface Waiting {
  caller: string;
  start: () => void;
  onPlace: OnPlace | undefined;
  place: number;
}

/** A queue in which callers take turns: a caller with many jobs delays only its own. */
export function createQueue(limits: QueueLimits): AdmissionQueue {
  /** Waiting jobs of each caller; the order of the callers is the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const mayRun = (caller: string) =>
    running < limits.running && (runningOf.get(caller) ?? 0) < limits.runningPerCaller;

  const begin = (caller: string) => {
    running += 1;
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1);
  };

  const end = (caller: string) => {
    running -= 1;
    const left = (runningOf.get(caller) ?? 1) - 1;
    if (left > 0) runningOf.set(caller, left);
    else runningOf.delete(caller);
  };

  const remove = (one: Waiting) => {
    const queue = queues.get(one.caller) ?? [];
    const at = queue.indexOf(one);
    if (at < 0) return;
    queue.splice(at, 1);
    waiting -= 1;
    queues.delete(one.caller);
    // Back at the end of the turns, with what the caller still has.
    if (queue.length > 0) queues.set(one.caller, queue);
  };

  const startNext = () => {
    for (const [caller, [first]] of queues) {
      if (!first || !mayRun(caller)) continue;
      remove(first);
      begin(caller);
      first.start();
      return startNext();
    }
    reportPlaces();
  };

  const reportPlaces = () => {
    const callers = [...queues.values()];
    callers.forEach((queue, turn) => {
      queue.forEach((one, round) => {
        if (!one.onPlace) return;
        const before = callers.reduce(
          (sum, other, otherTurn) => sum + Math.min(other.length, otherTurn < turn ? round + 1 : round),
          0,
        );
        const place = before + 1;
        if (one.place === place) return;
        one.place = place;
        one.onPlace(place);
      });
    });
  };

  const turnOf = (caller: string, onPlace: OnPlace | undefined): Promise<void> => {
    const own = queues.get(caller) ?? [];
    if (own.length >= limits.waitingPerCaller) throw new BusinessFailure('request.tooMany');
    if (waiting >= limits.waiting) throw new BusinessFailure('server.busy');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove(one);
        reportPlaces();
        reject(new BusinessFailure('server.busy'));
      }, limits.waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const one: Waiting = { caller, start, onPlace, place: 0 };
      own.push(one);
      queues.set(caller, own);
      waiting += 1;
      reportPlaces();
    });
  };

  return {
    async run(caller, work, onPlace) {
      if (mayRun(caller) && !queues.has(caller)) begin(caller);
      else {
        try {
          await turnOf(caller, onPlace);
        } finally {
          onPlace?.(0);
        }
      }
      try {
        return await work();
      } finally {
        end(caller);
        startNext();
      }
    },
    load: () => ({ running, waiting }),
  };
}

export interface ByteLimits {
  /** Bytes that all bodies under way may have. */
  bytes: number;
  /** Bytes and bodies of one caller. */
  bytesPerCaller: number;
  bodiesPerCaller: number;
  /** Most waiting bodies of one caller, and of all callers. */
  waitingPerCaller: number;
  waiting: number;
  /** Longest wait for memory, ms. */
  waitMs: number;
}

export interface ByteBudget {
  /**
   * Reserves memory for a body and resolves with a function that releases it, once. Waits if there is none; meanwhile
   * the bytes stay with the sender. Rejects with `request.tooMany` if too many are waiting or the wait times out.
   */
  reserve(caller: string, bytes: number): Promise<() => void>;
  /** Bytes that are reserved, and bodies that wait. */
  load(): { bytes: number; waiting: number };
}

interface WaitingBody {
  caller: string;
  bytes: number;
  grant: (release: () => void) => void;
}

/** Memory for request bodies: reserved before the first byte is read, released when the request is over. */
export function createByteBudget(limits: ByteLimits): ByteBudget {
  const held = new Map<string, { bytes: number; bodies: number }>();
  const waiters = new Set<WaitingBody>();
  let total = 0;

  const hasCapacity = (caller: string, bytes: number) => {
    const own = held.get(caller);
    return (
      total + bytes <= limits.bytes &&
      (own?.bytes ?? 0) + bytes <= limits.bytesPerCaller &&
      (own?.bodies ?? 0) < limits.bodiesPerCaller
    );
  };

  const take = (caller: string, bytes: number) => {
    const own = held.get(caller) ?? { bytes: 0, bodies: 0 };
    total += bytes;
    own.bytes += bytes;
    own.bodies += 1;
    held.set(caller, own);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      total -= bytes;
      own.bytes -= bytes;
      own.bodies -= 1;
      if (own.bodies === 0) held.delete(caller);
      for (const waiter of waiters) if (hasCapacity(waiter.caller, waiter.bytes)) grant(waiter);
    };
  };

  const grant = (waiter: WaitingBody) => {
    waiters.delete(waiter);
    waiter.grant(take(waiter.caller, waiter.bytes));
  };

  return {
    async reserve(caller, bytes) {
      if (hasCapacity(caller, bytes)) return take(caller, bytes);
      const own = [...waiters].filter((waiter) => waiter.caller === caller).length;
      if (own >= limits.waitingPerCaller || waiters.size >= limits.waiting) {
        throw new BusinessFailure('request.tooMany');
      }
      return await new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(waiter);
          reject(new BusinessFailure('request.tooMany'));
        }, limits.waitMs);
        const waiter: WaitingBody = {
          caller,
          bytes,
          grant: (release) => {
            clearTimeout(timer);
            resolve(release);
          },
        };
        waiters.add(waiter);
      });
    },
    load: () => ({ bytes: total, waiting: waiters.size }),
  };
}

const MEGABYTE = 1_048_576;

export interface Admission {
  /** Bodies of requests without a session, by network. */
  anonymousBodies: ByteBudget;
  /** Bodies of requests with a session or with a token of the installation, by account. */
  accountBodies: ByteBudget;
  /** Untrusted files that child processes read: images and spreadsheets. */
  files: AdmissionQueue;
  /** PDFs. */
  documents: AdmissionQueue;
  /** Input and output of many thousand rows. */
  bulk: AdmissionQueue;
  /** Archives, which last as long as their readers take. */
  archives: AdmissionQueue;
  /** Session look-ups, by network. */
  lookups: AdmissionQueue;
  /** All other calls, by account, or by network without a session. */
  calls: AdmissionQueue;
}

export interface AdmissionLimits {
  anonymousBodies: ByteLimits;
  accountBodies: ByteLimits;
  files: QueueLimits;
  documents: QueueLimits;
  bulk: QueueLimits;
  archives: QueueLimits;
  lookups: QueueLimits;
  calls: QueueLimits;
}

/** What a process of two cores serves without others noticing. */
const defaultLimits: AdmissionLimits = {
  anonymousBodies: {
    bytes: 32 * MEGABYTE,
    bytesPerCaller: 4 * MEGABYTE,
    bodiesPerCaller: 64,
    waitingPerCaller: 64,
    waiting: 1_000,
    waitMs: 10_000,
  },
  accountBodies: {
    bytes: 96 * MEGABYTE,
    bytesPerCaller: 26 * MEGABYTE,
    bodiesPerCaller: 12,
    waitingPerCaller: 24,
    waiting: 500,
    waitMs: 20_000,
  },
  files: { running: 2, runningPerCaller: 1, waiting: 60, waitingPerCaller: 8, waitMs: 45_000 },
  documents: { running: 1, runningPerCaller: 1, waiting: 20, waitingPerCaller: 4, waitMs: 45_000 },
  bulk: { running: 3, runningPerCaller: 1, waiting: 60, waitingPerCaller: 6, waitMs: 30_000 },
  archives: { running: 2, runningPerCaller: 1, waiting: 20, waitingPerCaller: 2, waitMs: 45_000 },
  // Browsers open six connections; the rest is for scripts and for several users behind one router.
  lookups: { running: 64, runningPerCaller: 16, waiting: 4_000, waitingPerCaller: 400, waitMs: 15_000 },
  calls: { running: 64, runningPerCaller: 8, waiting: 4_000, waitingPerCaller: 250, waitMs: 15_000 },
};

/** The budgets of one process. */
export function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  const all = { ...defaultLimits, ...limits };
  return {
    anonymousBodies: createByteBudget(all.anonymousBodies),
    accountBodies: createByteBudget(all.accountBodies),
    files: createQueue(all.files),
    documents: createQueue(all.documents),
    bulk: createQueue(all.bulk),
    archives: createQueue(all.archives),
    lookups: createQueue(all.lookups),
    calls: createQueue(all.calls),
  };
}

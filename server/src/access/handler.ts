// Type and input of an endpoint's handler.
import type { Endpoint, OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { Db, Tx } from '../platform/db.ts';
import type { Weather } from '../platform/weather.ts';
import type { Me } from './me.ts';
import type { Share } from './share.ts';
import type { Visible } from './visible.ts';

/** Facts of the request that a few calls need; everything else a handler must not see. */
export interface Origin {
  address: string;
  userAgent: string;
  /** The presented token, empty for none. */
  token: string;
  /** The brand that the portal wears for this request. */
  brandId: number;
  /** Whether a brand has claimed the host name. */
  isOfHost: boolean;
  /** True while this request is served only to administrators of the portal. */
  isInMaintenance: boolean;
  /** Whether new users may register. */
  isOpen: boolean;
}

/** Parts of the running server that handlers may use. */
export interface Services {
  config: import('../config.ts').Config;
  weather: Weather;
  /** The password of a device at the broker whose key was replaced so often. */
  keyOf: (sn: string, number: number) => string;
  /** Demo accounts offered on the login page; none without demo data. */
  demoLogins: readonly { email: string; role: string }[];
  /** What creating the first administrator takes. */
  setupCode: string;
  /** Resolves after this many ms; tests advance their clock instead. */
  pause: (ms: number) => Promise<void>;
}

/** A response that is not available when the call commits, because others must see its writes first. */
export interface Later<T> {
  /** ms. */
  forMs: number;
  /** Polled on the database, read-only; undefined: not available yet, which ends the wait once `isOver`. */
  poll: (tx: Tx, isOver: boolean) => Promise<T | undefined>;
}

export interface Call<E extends Endpoint> {
  input: ParsedOf<E>;
  me: Me;
  visible: Visible;
  /** For what is the same for all who see the same rows. */
  share: Share;
  /** Transaction of this call if the contract has `writes`; otherwise read-only, see `Database.reads`. */
  tx: Tx;
  /** The instant of the call in ms. */
  now: number;
  /** Numeric language code of the caller. */
  lan: number;
  origin: Origin;
  services: Services;
  /** Result of the handler's `prepare`. */
  prepared?: unknown;
  /** Puts what is found after the commit in the place of what the handler returns. */
  later: (answer: Later<OutputOf<E>>) => void;
}

/** A call before its transaction begins: no connection is held, so slow work and waiting belong here. */
export interface EarlyCall<E extends Endpoint> extends Omit<Call<E>, 'later' | 'prepared'> {
  /** Reads only. */
  tx: Tx;
  /** For the few writes that must commit before the transaction, through `repositories/`. */
  db: Db;
}

/** Answers one call: returns `data`, or ends by `fail(...)`. */
export interface Handler<E extends Endpoint> {
  (call: Call<E>): Promise<OutputOf<E>>;
  /** Runs once before the transaction; `prepared` of the call is its result. Set by `withPreparation`. */
  prepare?: (call: EarlyCall<E>) => Promise<unknown>;
}

/** Declares the handler of a call, with the input and output of its contract. */
export const handler = <E extends Endpoint>(handle: Handler<E>): Handler<E> => handle;

/**
 * A handler whose slow part runs before the transaction and, where the contract names a queue, in its turn: decoding an
 * upload, rendering a document, hashing a password.
 */
export function withPreparation<E extends Endpoint, P>(
  prepare: (call: EarlyCall<E>) => Promise<P>,
  handle: (call: Call<E>, prepared: P) => Promise<OutputOf<E>>,
): Handler<E> {
  const prepared: Handler<E> = (call) => handle(call, call.prepared as P);
  prepared.prepare = prepare;
  return prepared;
}

/** One contract entry with the handler that keeps its promise. */
export interface Fulfilled {
  name: string;
  endpoint: Endpoint;
  handler: Handler<Endpoint>;
}

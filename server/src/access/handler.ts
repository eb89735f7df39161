// What the handler of an endpoint receives, and the type that makes a room answer every call of its contract.
import type { Contract, Endpoint, OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { Tx } from '../platform/db.ts';
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
  /** True while that brand's website is open only to those who run it. */
  isInMaintenance: boolean;
}

/** Parts of the running server that handlers may use. */
export interface Services {
  config: import('../config.ts').Config;
  weather: Weather;
  /** The password of a device at the broker whose key was replaced so often. */
  keyOf: (sn: string, number: number) => string;
  /** Accounts that the sign-in page offers to whoever looks around; none without a demo world. */
  demoLogins: readonly { email: string; role: string }[];
}

/** An answer that is not there yet when the call commits: what it wrote must be seen by others first. */
export interface Later<T> {
  /** ms. */
  forMs: number;
  /** Asked again and again, of the database itself, and only reads; undefined: not yet, which is no answer once it `isOver`. */
  ask: (tx: Tx, isOver: boolean) => Promise<T | undefined>;
}

export interface Call<E extends Endpoint> {
  input: ParsedOf<E>;
  me: Me;
  visible: Visible;
  /** For what is the same for all who see the same rows. */
  share: Share;
  /** The transaction of this call where the contract says that it writes; else what can only read, see `Database.reads`. */
  tx: Tx;
  /** The instant of the call in ms. */
  now: number;
  /** Numeric language code of the caller. */
  lan: number;
  origin: Origin;
  services: Services;
  /** Puts what is found after the commit in the place of what the handler returns. */
  later: (answer: Later<OutputOf<E>>) => void;
}

/** Answers one call: returns `data`, or ends by `fail(...)`. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<OutputOf<E>>;

type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

/** One contract entry with the handler that keeps its promise. */
export interface Fulfilled {
  name: string;
  endpoint: Endpoint;
  handler: Handler<Endpoint>;
}

/** Joins a contract and its handlers. A missing or superfluous handler does not compile. */
export function fulfil<C extends Contract>(contract: C, handlers: Handlers<C>): Fulfilled[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handler: handlers[name] as unknown as Handler<Endpoint>,
  }));
}

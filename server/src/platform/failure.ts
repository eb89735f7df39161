// A failure reported to the caller, by its key in the table of the contract.
import { type FailureKey, failures } from '@helioport/contract/failures';
import type { Filling } from './texts.ts';

type Params = Record<string, Filling>;

export class BusinessFailure extends Error {
  readonly key: FailureKey;
  readonly params: Params;
  /** True if writes before the failure are committed, for example a counted wrong password. */
  readonly keepsWrites: boolean;

  constructor(key: FailureKey, params: Params = {}, options: { keepsWrites?: boolean } = {}) {
    super(key);
    this.key = key;
    this.params = params;
    this.keepsWrites = options.keepsWrites ?? false;
  }

  get code(): number {
    return failures[this.key].code;
  }

  get http(): number {
    return failures[this.key].http;
  }
}

/** Fails a call with a failure of the contract's table; `params` fill the placeholders. */
export function fail(key: FailureKey, params?: Params, options?: { keepsWrites?: boolean }): never {
  throw new BusinessFailure(key, params, options);
}

/**
 * The outcome of `work` as a function that returns its value or throws its business failure. For work before access to
 * an object is checked: a caller without access gets the same answer whatever the work found.
 */
export async function outcomeOf<T>(work: Promise<T>): Promise<() => T> {
  try {
    const value = await work;
    return () => value;
  } catch (error) {
    if (!(error instanceof BusinessFailure)) throw error;
    return () => {
      throw error;
    };
  }
}

// The definition of one API call. Server, client, documents and architecture tests use these entries as the only source.
import type { z } from 'zod';

/** Who may call: everyone, every logged-in user, or users with a page, button or module of the menu tree. */
export type Grant =
  | { kind: 'open' }
  | { kind: 'signedIn' }
  | { kind: 'page' | 'button' | 'module'; name: string };

export const open: Grant = { kind: 'open' };
export const signedIn: Grant = { kind: 'signedIn' };
type NamedGrant = Extract<Grant, { name: string }>;
export const page = (name: string): NamedGrant => ({ kind: 'page', name });
export const button = (name: string): NamedGrant => ({ kind: 'button', name });
export const module = (name: string): NamedGrant => ({ kind: 'module', name });

export type Queue = 'files' | 'documents' | 'bulk';

interface Spec<I extends z.ZodType, O extends z.ZodType> {
  /** Path without leading slash, for example `v2/site/listWithSN`. It determines the file of the handler. */
  path: string;
  /** Other addresses that public clients use for the same call. */
  aliases?: readonly string[];
  /** One sentence for a person. */
  summary: string;
  grant: Grant;
  /** True when the call changes something; absent means it runs in a read-only transaction. */
  writes?: true;
  /** True for writes that are allowed while viewing as a role, because they end the view. */
  evenWhileViewing?: true;
  /** True for writes that read-only roles may make where they hold the grant: they change no plant and no account. */
  evenReadOnly?: true;
  /** True for calls that stay available to everyone during maintenance. */
  evenInMaintenance?: true;
  /** True for calls that only a page of the portal itself may make, and callers that are no browser. */
  sameOrigin?: true;
  /** True for calls that come as multipart with a file; every other call is refused in that form. */
  takesFile?: true;
  /**
   * The queue in which the slow work of the call waits for its turn: `files` are uploads that are decoded, `documents`
   * are PDFs, `bulk` is input or output of many thousand rows. Absent: the call needs none.
   */
  queue?: Queue;
  /** Maximum body size in bytes. Default: 100 kB, and 4 MB more for a file. */
  bodyBytes?: number;
  input: I;
  output: O;
  /** Client timeout in milliseconds. Default: 20 s, or 75 s with a queue. */
  timeoutMs?: number;
  /** Maximum calls per hour from one network address; absent: only the general limit of public calls applies. */
  callsPerHour?: number;
}

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly path: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly grant: Grant;
  readonly writes: boolean;
  readonly evenWhileViewing: boolean;
  readonly evenReadOnly: boolean;
  readonly evenInMaintenance: boolean;
  readonly sameOrigin: boolean;
  readonly takesFile: boolean;
  readonly queue?: Queue | undefined;
  readonly bodyBytes: number;
  readonly input: I;
  readonly output: O;
  readonly timeoutMs: number;
  readonly callsPerHour?: number | undefined;
}

/** Declares one call. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(spec: Spec<I, O>): Endpoint<I, O> {
  return {
    ...spec,
    aliases: spec.aliases ?? [],
    writes: spec.writes ?? false,
    evenWhileViewing: spec.evenWhileViewing ?? false,
    evenReadOnly: spec.evenReadOnly ?? false,
    evenInMaintenance: spec.evenInMaintenance ?? false,
    sameOrigin: spec.sameOrigin ?? false,
    takesFile: spec.takesFile ?? false,
    bodyBytes: spec.bodyBytes ?? (spec.takesFile ? 4 * 1_048_576 : 0) + 102_400,
    timeoutMs: spec.timeoutMs ?? (spec.queue ? 75_000 : 20_000),
  };
}

/** The calls of one room, keyed by the file name that their path gives. */
export type Contract = Record<string, Endpoint>;

/** What a caller may send. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What the handler receives after validation and defaults. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
/** What the handler returns and the client receives in `data`. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

const camel = (parts: readonly string[]) =>
  parts
    .flatMap((part) => part.split('-'))
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/**
 * The room and the file that a path names: version dropped, first segment the room, the rest joined in camelCase.
 * Paths of a single segment (`v2/sign-in`) belong to `account`.
 */
export function addressOf(path: string): { room: string; name: string } {
  const [, ...rest] = path.split('/');
  const [first = '', ...others] = rest;
  if (others.length === 0) return { room: 'account', name: camel([first]) };
  return { room: first, name: camel(others) };
}

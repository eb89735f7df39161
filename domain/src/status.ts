// The five states that clients know by number. What decides is the rule in state.ts, which knows more of them.

/** Three intervals of a five-minute device: what is older tells no longer what is now. */
export const STALE_AFTER_MS = 15 * 60_000;

export type StatusCode = -1 | 0 | 1 | 2 | 3;

export interface Status {
  /** Only 0 and -1 are known from the live service; the others are ours. */
  readonly code: StatusCode;
  readonly key: 'online' | 'offline' | 'alert' | 'notRegistered' | 'uncommissioned';
  /** English word that existing clients read in `statusTitle`. */
  readonly title: string;
  readonly titleKey: string;
}

const status = (code: StatusCode, key: Status['key'], title: string): Status => ({
  code,
  key,
  title,
  titleKey: `status.${key}`,
});

export const statuses: readonly Status[] = [
  status(0, 'online', 'online'),
  status(-1, 'offline', 'offline'),
  status(1, 'alert', 'alert'),
  status(2, 'notRegistered', 'not registered'),
  status(3, 'uncommissioned', 'uncommissioned'),
];

const byCode = new Map<number, Status>(statuses.map((s) => [s.code, s]));

/** The status behind a number; undefined for numbers that mean nothing. */
export const statusByCode = (code: number): Status | undefined => byCode.get(code);

// The five states that API clients know by number. The rule in state.ts distinguishes more.

/** Three intervals of a five-minute device: older readings do not describe the present. */
export const STALE_AFTER_MS = 15 * 60_000;

export type StatusCode = -1 | 0 | 1 | 2 | 3;

export interface Status {
  /** Only 0 and -1 are known from the live service; the others are ours. */
  readonly code: StatusCode;
  readonly key: 'online' | 'offline' | 'alert' | 'notRegistered' | 'uncommissioned';
  /** English text that existing clients use from `statusTitle`. */
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

/** The status of a number; undefined for unknown numbers. */
export const statusByCode = (code: number): Status | undefined => byCode.get(code);

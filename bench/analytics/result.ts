// Results of the checks.

export interface Result {
  /** What was checked, with the data. */
  readonly what: string;
  readonly expected: string;
  readonly result: string;
  /** Null: reported without a bar. */
  readonly isMet: boolean | null;
}

/** A measured maximum against its limit. */
export const atMost = (what: string, value: number, limit: number, unit: string, digits = 3): Result => ({
  what,
  expected: `at most ${limit}${unit}`,
  result: `${value.toFixed(digits)}${unit}`,
  isMet: value <= limit,
});

export const minutesMs = (minutes: number): number => minutes * 60_000;

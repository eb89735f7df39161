// Step or slow decline: which of two simple courses describes a series of levels better.

export interface Course {
  /** Index of the first value of the loss. */
  readonly from: number;
  /** Loss at the end, a negative value. */
  readonly drop: number;
  /** Sum of squared deviations. */
  readonly error: number;
}

export interface Courses {
  readonly step: Course;
  /** No loss until `from`, then a straight line. */
  readonly slope: Course;
}

/**
 * Best step and best hinge through levels around 0 (normal), by least squares over the finite values; null for fewer than
 * six. Deviations are limited to three times their median, so that single days do not decide.
 */
export function coursesOf(levels: Float64Array): Courses | null {
  const at: number[] = [];
  for (let i = 0; i < levels.length; i++) if (!Number.isNaN(levels[i]!)) at.push(i);
  const n = at.length;
  if (n < 6) return null;
  let step: Course | null = null;
  let slope: Course | null = null;
  const end = at[n - 1]!;
  for (let first = 0; first < n - 1; first++) {
    let [sum, xx, xy, all] = [0, 0, 0, 0];
    const origin = first === 0 ? at[0]! - 1 : at[first - 1]!;
    for (let i = 0; i < n; i++) {
      const y = levels[at[i]!]!;
      all += y * y;
      if (i < first) continue;
      const x = at[i]! - origin;
      sum += y;
      xx += x * x;
      xy += x * y;
    }
    const count = n - first;
    const stepError = all - (sum * sum) / count;
    const slopeError = all - (xy * xy) / xx;
    if (sum < 0 && (step === null || stepError < step.error))
      step = { from: at[first]!, drop: sum / count, error: stepError };
    if (xy < 0 && (slope === null || slopeError < slope.error))
      slope = { from: at[first]!, drop: (xy / xx) * (end - origin), error: slopeError };
  }
  return step && slope ? { step, slope } : null;
}

/** Days over which a decline must reach to be called slow. */
const SLOW_DAYS = 10;

/** Whether a slow decline describes the levels clearly better than a step. */
export function isSlowDecline({ step, slope }: Courses, lastIndex: number): boolean {
  return lastIndex - slope.from >= SLOW_DAYS && slope.error < 0.75 * step.error;
}

/**
 * Splits a loss (Wh) into local days in proportion to their expected energy (Wh). A day whose expected energy is unknown
 * counts as an average one; without any known energy the parts are equal.
 */
export function spreadOver(
  days: readonly string[],
  expected: ReadonlyMap<string, number>,
  wh: number,
): number[] {
  const known = days.flatMap((day) => expected.get(day) ?? []);
  const sum = known.reduce((total, one) => total + one, 0);
  if (sum <= 0) return days.map(() => wh / days.length);
  const average = sum / known.length;
  const weights = days.map((day) => expected.get(day) ?? average);
  return weights.map((weight) => (wh * weight) / (average * days.length));
}

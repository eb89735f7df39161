// A small curve of a day as SVG paths: gaps stay gaps, a lonely value is a dot.

export interface SparklinePaths {
  /** The lines, one piece after the other. */
  line: string;
  /** The same closed to the ground. */
  area: string;
}

interface Size {
  width: number;
  height: number;
}

/**
 * The line of values from midnight over a day. The highest value reaches the top; one below `leastTop` stays low, so
 * that a dull day does not look like a sunny one.
 */
export function sparkline(
  values: readonly (number | null)[],
  steps: number,
  { width, height }: Size,
  leastTop = 1,
): SparklinePaths {
  const top = Math.max(leastTop, ...values.map((value) => value ?? 0));
  const x = (i: number) => round((i / Math.max(1, steps - 1)) * width);
  const y = (value: number) => round(height - (Math.max(0, value) / top) * height);
  let line = '';
  let area = '';
  let piece: { i: number; value: number }[] = [];
  const end = () => {
    const [first] = piece;
    const last = piece.at(-1);
    if (first === undefined || last === undefined) return;
    const points = piece.map(({ i, value }) => `${x(i)} ${y(value)}`).join('L');
    // A line of no length with round ends is a dot.
    line += `M${points}${piece.length === 1 ? 'h0.01' : ''}`;
    area += `M${x(first.i)} ${height}L${points}L${x(last.i)} ${height}z`;
    piece = [];
  };
  values.forEach((value, i) => {
    if (value === null) end();
    else piece.push({ i, value });
  });
  end();
  return { line, area };
}

const round = (value: number) => Math.round(value * 10) / 10;

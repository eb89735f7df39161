// Compares a run with the previous one.
import { type Figure, type Run, shown } from '../book.ts';

/** Ratio above which a value counts as slower; runs of the same code on an idle host differ less. */
const WORSE = 1.15;
/** Shorter times are not compared. */
const LEAST_MS = 2;

const isRate = ({ unit }: Figure): boolean => unit === 'readings/s' || unit === 'samples/s';

/** One bullet per value that is more than 15% slower than before, or why runs cannot be compared. */
export function worseThan(before: Run | undefined, now: Run): string[] {
  if (!before) return ['There is no previous run to compare with.'];
  if (before.machine !== now.machine || JSON.stringify(before.sizes) !== JSON.stringify(now.sizes))
    return ['Not compared with the previous run: host or sizes differ.'];
  const worse = now.figures.flatMap((figure) => {
    const other = before.figures.find(({ id, plants }) => id === figure.id && plants === figure.plants);
    if (!other || !(figure.value > 0) || !(other.value > 0)) return [];
    if (figure.unit === 'ms' && figure.value < LEAST_MS) return [];
    const times = isRate(figure) ? other.value / figure.value : figure.value / other.value;
    if (times <= WORSE) return [];
    const where = figure.plants === undefined ? '' : `, ${figure.plants} plants`;
    const percent = Math.round((times - 1) * 100);
    return [
      `- Slower by ${percent}%: ${figure.name}${where}: ${shown(other.value)} before, ${shown(figure.value)} ${figure.unit} now.`,
    ];
  });
  return worse.length > 0
    ? worse
    : [`No value is more than 15% slower than in the run of ${before.at.slice(0, 10)}.`];
}

// What became worse since the run before.
import { type Figure, type Run, shown } from '../book.ts';

/** Beyond it a figure is worse; two runs of the same code differ by less on a machine that is left alone. */
const WORSE = 1.15;
/** Of times below this, a share says nothing. */
const LEAST_MS = 2;

const isRate = ({ unit }: Figure): boolean => unit === 'reports/s' || unit === 'samples/s';

/** A line for each figure that is more than 15 % worse than before; or why runs cannot be compared. */
export function worseThan(before: Run | undefined, now: Run): string[] {
  if (!before) return ['There is no run before this one to compare with.'];
  if (before.machine !== now.machine || JSON.stringify(before.sizes) !== JSON.stringify(now.sizes))
    return ['Not compared with the run before: it was of another machine or of other sizes.'];
  const worse = now.figures.flatMap((figure) => {
    const other = before.figures.find(({ id, plants }) => id === figure.id && plants === figure.plants);
    if (!other || !(figure.value > 0) || !(other.value > 0)) return [];
    if (figure.unit === 'ms' && figure.value < LEAST_MS) return [];
    const times = isRate(figure) ? other.value / figure.value : figure.value / other.value;
    if (times <= WORSE) return [];
    const where = figure.plants === undefined ? '' : `, ${figure.plants} plants`;
    const percent = Math.round((times - 1) * 100);
    return [
      `Worse by ${percent} %: ${figure.name}${where}: ${shown(other.value)} before, ${shown(figure.value)} ${figure.unit} now.`,
    ];
  });
  return worse.length > 0
    ? worse
    : [`Nothing is more than 15 % worse than in the run of ${before.at.slice(0, 10)}.`];
}

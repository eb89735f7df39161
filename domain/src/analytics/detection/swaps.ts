// Modules entered at each other's position: each follows the curve of the other's array over the day.
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import type { GroupReference } from './reference.ts';
import { groupBy } from './stats.ts';

/** Hours of direct light that must be known. */
const HOURS = 1.5;
/** Error of the own array's curve, root mean square in relation to the mean, from which a module does not belong there. */
const STRANGE = 0.08;
/** The other curve must fit so much better. */
const BETTER = 0.45;
const DIRECT = 0.4;

interface Fit {
  readonly own: number;
  readonly other: number;
}

/** How well a module's day follows its own reference and another one, each times a free factor. */
function fitOf(view: DayView, { module, reference }: Entry, other: GroupReference): Fit | null {
  let [n, sum, pp, ab, bb, ac, cc] = [0, 0, 0, 0, 0, 0, 0];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const [p, a, b] = [module.power[slot]!, reference.power[slot]!, other.power[slot]!];
    if (Number.isNaN(p + a + b) || a + b < 0.12) continue;
    if (reference.isSteady[slot] === 0 && other.isSteady[slot] === 0) continue;
    if (Math.max(reference.direct[slot]!, other.direct[slot]!) < DIRECT) continue;
    if (reference.isClipped[slot] === 1 || other.isClipped[slot] === 1 || p > 0.97 * module.cap) continue;
    n++;
    sum += p;
    pp += p * p;
    ab += p * a;
    bb += a * a;
    ac += p * b;
    cc += b * b;
  }
  if (n * view.hours < HOURS || !(sum > 0) || bb <= 0 || cc <= 0) return null;
  const mean = sum / n;
  const error = (cross: number, square: number) =>
    Math.sqrt(Math.max(0, pp - (cross * cross) / square) / n) / mean;
  return { own: error(ab, bb), other: error(ac, cc) };
}

/** Pairs of modules that each follow the other's array. */
export function swapDay(
  view: DayView,
  entries: readonly Entry[],
  pending: readonly { moduleIds: readonly string[] }[],
): Observation[] {
  const groups = [...groupBy(entries, ({ reference }) => reference)];
  if (groups.length < 2) return [];
  interface Stray {
    readonly entry: Entry;
    readonly to: GroupReference;
    readonly fit: Fit;
  }
  const strays: Stray[] = [];
  const home = new Set<string>();
  for (const entry of entries) {
    if (entry.module.completeness < 0.5) continue;
    let best: Stray | null = null;
    let seen = false;
    for (const [to] of groups) {
      if (to.group.arrayId === entry.reference.group.arrayId || to.strength < 2) continue;
      const fit = fitOf(view, entry, to);
      if (fit === null) continue;
      seen = true;
      if (fit.own > STRANGE && fit.other < BETTER * fit.own && !(best && best.fit.other <= fit.other))
        best = { entry, to, fit };
    }
    if (best) strays.push(best);
    else if (seen) home.add(entry.module.model.id);
  }
  const result: Observation[] = [];
  const taken = new Set<Stray>();
  for (const one of strays) {
    if (taken.has(one)) continue;
    const partner = strays.find(
      (other) =>
        other !== one &&
        !taken.has(other) &&
        one.to.group.arrayId === other.entry.reference.group.arrayId &&
        other.to.group.arrayId === one.entry.reference.group.arrayId,
    );
    if (!partner) continue;
    taken.add(one).add(partner);
    const moduleIds = [one.entry.module.model.id, partner.entry.module.model.id].sort();
    result.push({
      cause: 'swappedModules',
      scope: 'module',
      subjectId: moduleIds[0]!,
      moduleIds,
      isPresent: true,
      probability: 0.85,
      lostWh: 0,
      evidence: [{ name: 'fitRatio', value: one.fit.other / one.fit.own, unit: 'ratio' }],
    });
  }
  for (const { moduleIds } of pending)
    if (moduleIds.every((id) => home.has(id)))
      result.push({
        cause: 'swappedModules',
        scope: 'module',
        subjectId: moduleIds[0]!,
        moduleIds,
        isPresent: false,
      });
  return result;
}

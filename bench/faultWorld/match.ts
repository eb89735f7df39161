// Which finding counts for which fault.
//
// A finding can count for a fault when
// - its modules and those of the fault agree: at least half of its modules are among the fault's, and it covers at least a
//   quarter of the fault's modules;
// - it was reported first after the onset of the fault and no later than three days after its end;
// - it dates the loss no earlier than ten days before the onset (faults that creep, and errors of entry: no bound).
// Of several faults it counts for the one whose cause it names, else the one whose modules agree best, else the latest.

import type { Finding, FindingCause, PlantModel } from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import type { Fault } from './model.ts';

const EARLY_DAYS = 10;
const LATE_DAYS = 3;

const creeping = new Set<FindingCause>([
  'growingShading',
  'soiling',
  'degradation',
  'clock',
  'wrongOrientation',
  'swappedModules',
]);

/** A finding as it was reported last, and when it was reported first. */
export interface SeenFinding {
  readonly finding: Finding;
  /** End of the first day whose answer held it. */
  readonly seenMs: number;
}

/** Modules that a finding is about. */
export function modulesOfFinding(finding: Finding, plant: PlantModel): ReadonlySet<string> {
  if (finding.moduleIds.length > 0) return new Set(finding.moduleIds);
  const { scope, subjectId } = finding;
  const among = plant.modules.filter(({ id, deviceId, arrayId }) => {
    if (scope === 'plant') return true;
    return subjectId === (scope === 'module' ? id : scope === 'device' ? deviceId : arrayId);
  });
  return new Set(among.map(({ id }) => id));
}

/** Instant at which a finding was known: what it claims, but not before the day that brought it. */
export const knownMs = ({ finding, seenMs }: SeenFinding): number =>
  Math.min(seenMs, Math.max(finding.detectedMs, seenMs - DAY_MS));

export const isRightCause = (fault: Fault, cause: FindingCause): boolean =>
  cause === fault.cause || fault.alsoRight.includes(cause);

/** How well the modules agree, 0 to 1; 0: not enough. */
function agreement(fault: Fault, modules: ReadonlySet<string>): number {
  const shared = fault.moduleIds.filter((id) => modules.has(id)).length;
  if (shared === 0 || shared < modules.size / 2 || shared < fault.moduleIds.length / 4) return 0;
  return shared / (modules.size + fault.moduleIds.length - shared);
}

function canCount(fault: Fault, seen: SeenFinding): boolean {
  const known = knownMs(seen);
  if (known < fault.sinceMs) return false;
  if (fault.untilMs !== null && known > fault.untilMs + LATE_DAYS * DAY_MS) return false;
  return creeping.has(fault.cause) || seen.finding.sinceMs >= fault.sinceMs - EARLY_DAYS * DAY_MS;
}

/** The findings of each fault, in the order of `faults`, the earliest first; and those that count for none. */
export function matchFindings(
  plant: PlantModel,
  faults: readonly Fault[],
  seen: readonly SeenFinding[],
): { byFault: SeenFinding[][]; others: SeenFinding[] } {
  const byFault: SeenFinding[][] = faults.map(() => []);
  const others: SeenFinding[] = [];
  for (const one of seen) {
    const modules = modulesOfFinding(one.finding, plant);
    let [best, bestScore] = [-1, 0];
    faults.forEach((fault, i) => {
      const agrees = agreement(fault, modules);
      if (agrees === 0 || !canCount(fault, one)) return;
      const score = agrees + (isRightCause(fault, one.finding.cause) ? 2 : 0) + 1e-15 * fault.sinceMs;
      if (score > bestScore) [best, bestScore] = [i, score];
    });
    if (best < 0) others.push(one);
    else byFault[best]!.push(one);
  }
  for (const list of byFault) list.sort((a, b) => knownMs(a) - knownMs(b));
  return { byFault, others };
}

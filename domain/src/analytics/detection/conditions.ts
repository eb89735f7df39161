// Causes that show on whole days of a device, an array or a plant: every day a detector tells whether the cause is present,
// absent or not to be seen. A finding opens after enough days with it and closes after enough days without.
import type { Finding, FindingCause, FindingEvidence, FindingScope } from '../types.ts';
import type { DayView } from './dayView.ts';

/** What a detector saw on the evaluated day. Subjects that it does not name could not be seen. */
export interface Observation {
  readonly cause: FindingCause;
  readonly scope: FindingScope;
  readonly subjectId: string | null;
  readonly moduleIds: readonly string[];
  readonly isPresent: boolean;
  /** When the loss of the day began, ms UTC; the start of the day by default. */
  readonly sinceMs?: number;
  readonly lostWh?: number;
  /** Energy lost on days before that no observation has counted, Wh. */
  readonly earlierWh?: number;
  /** Energy expected while nothing was reported, and energy that the counters gained without readings, Wh. */
  readonly dueWh?: number;
  readonly caughtUpWh?: number;
  /** Energy produced at the limit, Wh: there, other losses cost nothing. */
  readonly limitedWh?: number;
  /** 1 at the slots that a limit can have lowered; absent: it can be any. */
  readonly limitedSlots?: Uint8Array;
  readonly isFault?: boolean;
  readonly probability?: number;
  readonly evidence?: readonly FindingEvidence[];
  /** On a day without it: what ended it. */
  readonly endedBy?: FindingEvidence;
  /** Days with evidence that the observation alone stands for; 1 by default. */
  readonly weight?: number;
}

/** A condition of a plant, pending until `detectedMs` is known. Plain JSON. */
export interface Condition {
  readonly key: string;
  readonly cause: FindingCause;
  readonly scope: FindingScope;
  readonly subjectId: string | null;
  moduleIds: string[];
  probability: number;
  isFault: boolean;
  sinceMs: number;
  sinceDay: number;
  detectedMs: number | null;
  lastDay: number;
  /** Days with it. */
  days: number;
  /** Seen days in a row without it, and the start of the first. */
  absent: number;
  absentSinceMs: number | null;
  lostWh: number;
  /** Sums of the observations of a subject without readings, Wh. */
  dueWh?: number;
  caughtUpWh?: number;
  recentWh: number[];
  evidence: FindingEvidence[];
}

interface Rule {
  /** Days with the cause that open a finding. */
  readonly open: number;
  /** Days without it in a row that close a finding or forget a pending one. */
  readonly close: number;
  /** Days without any evidence after which a pending one is forgotten. */
  readonly forget: number;
  /** Days without it in a row that forget a pending one, where they are fewer than those that close a finding. */
  readonly drop?: number;
}

const RULES: Partial<Record<FindingCause, Rule>> = {
  snow: { open: 1, close: 1, forget: 6 },
  communication: { open: 2, close: 1, forget: 3 },
  curtailment: { open: 3, close: 4, forget: 21 },
  clipping: { open: 3, close: 40, forget: 60 },
  thermalDerating: { open: 3, close: 6, forget: 30 },
  swappedModules: { open: 4, close: 6, forget: 45 },
  inverterFailure: { open: 2, close: 2, forget: 10 },
  clock: { open: 2, close: 2, forget: 20 },
  wrongOrientation: { open: 2, close: 2, forget: 40 },
  soiling: { open: 2, close: 3, forget: 20 },
};
const USUAL: Rule = { open: 3, close: 3, forget: 20 };
/** Rules that hold for a cause in one scope only. */
const RULES_OF_SCOPE: Partial<Record<`${FindingCause} ${FindingScope}`, Rule>> = {
  // A plant without any power: the first power ends it.
  'inverterFailure plant': { open: 2, close: 1, forget: 10 },
  // Clouds at two devices look alike at another time by chance, but not by the same time on each day.
  'clock device': { open: 3, close: 2, forget: 20, drop: 1 },
};

const ruleOf = ({ cause, scope }: Pick<Condition, 'cause' | 'scope'>): Rule =>
  RULES_OF_SCOPE[`${cause} ${scope}`] ?? RULES[cause] ?? USUAL;
const RECENT_DAYS = 10;

const identity = ({ cause, scope, subjectId }: Pick<Condition, 'cause' | 'scope' | 'subjectId'>): string =>
  `${cause}|${scope}|${subjectId ?? ''}`;

/** Whether the condition is reported. */
export const isOpen = ({ detectedMs }: Condition): boolean => detectedMs !== null;

export interface ClosedCondition {
  readonly condition: Condition;
  readonly untilMs: number;
  readonly recoveredWhPerDay: number | null;
}

function add(view: DayView, condition: Condition, seen: Observation): void {
  condition.days += seen.weight ?? 1;
  condition.absent = 0;
  condition.absentSinceMs = null;
  condition.lastDay = view.day;
  condition.moduleIds = [...seen.moduleIds];
  condition.probability = seen.probability ?? condition.probability;
  condition.isFault = seen.isFault ?? condition.isFault;
  if (seen.sinceMs !== undefined && seen.sinceMs < condition.sinceMs) condition.sinceMs = seen.sinceMs;
  const lost = Number.isFinite(seen.lostWh) ? seen.lostWh! : 0;
  condition.lostWh += lost + (seen.earlierWh ?? 0);
  condition.recentWh = [...condition.recentWh, Math.round(lost * 10) / 10].slice(-RECENT_DAYS);
  const evidence = (seen.evidence ?? []).filter(
    ({ value }) => typeof value === 'string' || Number.isFinite(value),
  );
  condition.evidence = [
    ...evidence.map((one) =>
      typeof one.value === 'number' ? { ...one, value: Number(one.value.toFixed(3)) } : one,
    ),
    { name: 'days', value: Math.ceil(condition.days), unit: 'days' },
  ];
}

/** Days without readings, while others report, after which a device is assumed not to produce. */
const FAILED_DAYS = 7;
/** Share of the expected energy that the counters must show to prove production, and to prove that nothing is missing. */
const PRODUCED = 0.5;
const COMPLETE = 0.9;

/**
 * Loss of a subject without readings. What the counters gained without readings was produced. Without such a gain, short
 * interruptions count as lost communication only, and long ones as lost production.
 */
function settleSilence(condition: Condition, { dueWh, caughtUpWh }: Observation, lastDay: number): void {
  if (dueWh === undefined) return;
  condition.dueWh = (condition.dueWh ?? 0) + dueWh;
  condition.caughtUpWh = (condition.caughtUpWh ?? 0) + (caughtUpWh ?? 0);
  const share = condition.dueWh > 0 ? condition.caughtUpWh / condition.dueWh : 1;
  const isLost = share < COMPLETE && (share >= PRODUCED || lastDay - condition.sinceDay >= FAILED_DAYS);
  condition.lostWh = isLost ? condition.dueWh - condition.caughtUpWh : 0;
}

/** Adds the observations of a day to the conditions of a plant; returns what is left and what closed. */
export function updateConditions(
  view: DayView,
  conditions: readonly Condition[],
  observations: readonly Observation[],
): { conditions: Condition[]; closed: ClosedCondition[] } {
  const known = new Map(conditions.map((condition) => [identity(condition), condition]));
  const closed: ClosedCondition[] = [];
  for (const seen of observations) {
    const id = identity(seen);
    let condition = known.get(id);
    const rule = ruleOf(seen);
    if (seen.isPresent) {
      if (!condition) {
        condition = {
          key: `${seen.scope}:${seen.subjectId ?? ''}:${seen.cause}:${view.day}`,
          cause: seen.cause,
          scope: seen.scope,
          subjectId: seen.subjectId,
          moduleIds: [],
          probability: 0.8,
          isFault: true,
          sinceMs: seen.sinceMs ?? view.input.startMs,
          sinceDay: view.day,
          detectedMs: null,
          lastDay: view.day,
          days: 0,
          absent: 0,
          absentSinceMs: null,
          lostWh: 0,
          recentWh: [],
          evidence: [],
        };
        known.set(id, condition);
      }
      add(view, condition, seen);
      settleSilence(condition, seen, view.day);
      if (condition.detectedMs === null && condition.days >= rule.open) condition.detectedMs = view.endMs;
    } else if (condition) {
      condition.absent++;
      condition.lostWh += seen.earlierWh ?? 0;
      if (seen.endedBy) condition.evidence = [...condition.evidence, seen.endedBy];
      condition.absentSinceMs ??= seen.sinceMs ?? view.input.startMs;
      settleSilence(condition, seen, condition.lastDay);
      if (condition.absent < (isOpen(condition) ? rule.close : (rule.drop ?? rule.close))) continue;
      known.delete(id);
      if (isOpen(condition))
        closed.push({
          condition,
          untilMs: Math.max(condition.sinceMs, condition.absentSinceMs),
          recoveredWhPerDay: meanOf(condition.recentWh),
        });
    }
  }
  const left = [...known.values()].filter(
    (condition) => isOpen(condition) || view.day - condition.lastDay <= ruleOf(condition).forget,
  );
  return { conditions: left, closed };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(0, values.reduce((sum, value) => sum + value, 0) / values.length);

/** Mean loss of a day since it began, days without it included, Wh. */
export function lostPerDay({ recentWh, days, sinceDay }: Condition, day: number): number | null {
  const mean = meanOf(recentWh);
  return mean === null ? null : mean * Math.min(1, days / Math.max(1, day - sinceDay + 1));
}

/** A condition as it is reported. */
export const reportedCondition = (
  condition: Condition,
  end: Pick<Finding, 'untilMs' | 'recoveredWhPerDay'>,
  lostWhPerYear: number | null,
): Finding => ({
  key: condition.key,
  scope: condition.scope,
  subjectId: condition.subjectId,
  moduleIds: condition.moduleIds,
  cause: condition.cause,
  confidence: condition.probability >= 0.8 ? 'high' : condition.probability >= 0.6 ? 'medium' : 'low',
  probability: condition.probability,
  sinceMs: condition.sinceMs,
  untilMs: end.untilMs,
  detectedMs: condition.detectedMs ?? condition.sinceMs,
  lostWh: Math.max(0, condition.lostWh),
  lostWhPerYear,
  recoveredWhPerDay: end.recoveredWhPerDay,
  isFault: condition.isFault,
  evidence: condition.evidence,
});

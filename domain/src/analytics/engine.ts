// The analytics of a plant, one local day after the other.
import { zeroCandidate } from './detection/candidates.ts';
import { dropWrongDays, lateMinOf, recognizedSince } from './detection/clockShift.ts';
import { coverableModules, failedDevices } from './detection/coldFailure.ts';
import {
  type ClosedCondition,
  isOpen,
  lostPerDay,
  reportedCondition,
  updateConditions,
} from './detection/conditions.ts';
import { withoutCommon } from './detection/darkTogether.ts';
import { moduleResult, plantPower } from './detection/dayResult.ts';
import { dayView } from './detection/dayView.ts';
import { dropDaysOfDevices, withRightClocks } from './detection/deviceClock.ts';
import { entriesOf } from './detection/entries.ts';
import type { Entry } from './detection/entry.ts';
import { type Closed, recoveredPerDay, updateFinding } from './detection/lifecycle.ts';
import { observe } from './detection/observe.ts';
import { candidateOf, explained, explainFindings, openFindings, unevenGroups } from './detection/opening.ts';
import { refineFinding } from './detection/refine.ts';
import { soiledFactors } from './detection/soiledEnergy.ts';
import { emptyState, packState, reported, unpackState } from './detection/state.ts';
import { yearlyLoss } from './detection/yearly.ts';
import type { Finding, PlantDayInput, PlantDayResult, PlantModel, PlantState } from './types.ts';

/** The state of a plant before its first day. */
export const newPlantState = (_plant: PlantModel): PlantState => packState(emptyState());

/** Causes that take no energy, pass by themselves or are not known to take any. */
const WITHOUT_YEAR: ReadonlySet<string> = new Set([
  'snow',
  'clipping',
  'communication',
  'clock',
  'wrongOrientation',
  'swappedModules',
]);

const NONE: ReadonlySet<Entry> = new Set();
const OPEN_END = { untilMs: null, recoveredWhPerDay: null } as const;

/**
 * Evaluates a local day of a plant: expected energy, quality and findings. Pure: the given state is not changed, and the
 * same days in the same order give the same state. A day that is not after the newest one is evaluated against the state
 * but leaves it as it is.
 */
export function evaluateDay(
  plant: PlantModel,
  stored: PlantState,
  input: PlantDayInput,
): { state: PlantState; result: PlantDayResult } {
  const state = unpackState(plant, stored);
  const right = withRightClocks(input, plant, state.conditions);
  const view = dayView(plant, right, lateMinOf(state.conditions));
  const isLate = state.lastDay !== null && view.day <= state.lastDay;
  const { entries, outage } = entriesOf(view, state);
  const closed: Closed[] = [];
  let ended: ClosedCondition[] = [];
  let factors: ReadonlyMap<string, number> = new Map();
  if (!isLate) {
    state.lastDay = view.day;
    const { observations, mayLie, isCold } = observe(view, state, entries, outage);
    factors = soiledFactors(observations, entries);
    ({ conditions: state.conditions, closed: ended } = updateConditions(
      view,
      state.conditions,
      observations,
    ));
    const wrongSince = recognizedSince(view, state.conditions, ended);
    if (wrongSince !== null) dropWrongDays(state, wrongSince);
    dropDaysOfDevices(view, state);
    const known = explained(view, state);
    state.findings = state.findings.filter((finding) => {
      const own = entries.filter((entry) => entry.finding === finding);
      // The outage takes all their energy, and counts it.
      if (outage) return true;
      if (own.length === 1) refineFinding(view, finding, own[0]!);
      const end = updateFinding(view, finding, own);
      if (end) closed.push(end);
      return end === null;
    });
    for (const condition of state.conditions) if (isOpen(condition)) explainFindings(state, condition);
    const free = entries.filter(({ finding, module }) => finding === null && !known.has(module.model.id));
    const uneven = unevenGroups(entries, known);
    const failed = mayLie ? failedDevices(entries) : NONE;
    const coverable = isCold && !mayLie ? coverableModules(entries) : NONE;
    const candidates = free.flatMap((entry) => {
      // Under snow, only devices that certainly failed are judged.
      if (mayLie) return (failed.has(entry) && zeroCandidate(view, entry)) || [];
      const isUneven = uneven.has(entry.reference.group);
      return candidateOf(view, entry, { mayBeCovered: coverable.has(entry), isUneven }) ?? [];
    });
    openFindings(state, entries, withoutCommon(view, entries, candidates, isCold));
  }
  const yearly = yearlyLoss(view, entries);
  const perYear = ({ cause, moduleIds }: Pick<Finding, 'cause' | 'moduleIds'>, perDay: number | null) =>
    perDay === null || WITHOUT_YEAR.has(cause) ? null : yearly(moduleIds, perDay);
  const findings: Finding[] = [
    ...closed.map(({ finding, untilMs, recoveredWhPerDay }) =>
      reported(finding, { untilMs, recoveredWhPerDay }, null),
    ),
    ...ended.map(({ condition, untilMs, recoveredWhPerDay }) =>
      reportedCondition(condition, { untilMs, recoveredWhPerDay }, null),
    ),
    ...state.findings.map((finding) =>
      reported(finding, OPEN_END, perYear(finding, recoveredPerDay(finding))),
    ),
    ...state.conditions
      .filter(isOpen)
      .map((condition) =>
        reportedCondition(condition, OPEN_END, perYear(condition, lostPerDay(condition, view.day))),
      ),
  ];
  const result: PlantDayResult = {
    day: input.day,
    irradianceSource: outage?.source ?? (plant.modules.length > 1 ? 'plant' : 'clearSky'),
    modules: entries.map((entry) => moduleResult(view, entry, factors.get(entry.module.model.id) ?? 1)),
    expectedW: plantPower(view, entries, factors),
    findings,
  };
  return { state: isLate ? stored : packState(state), result };
}

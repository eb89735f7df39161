// The analytics of a plant, one local day after the other.
import { type Baseline, baselineOfRows, baselineRows } from './detection/baseline.ts';
import { type Candidate, levelCandidate, shadeCandidate, zeroCandidate } from './detection/candidates.ts';
import { dropWrongDays, lateMinOf, recognizedSince, rightCurves } from './detection/clockShift.ts';
import { communicationDay } from './detection/communication.ts';
import {
  type ClosedCondition,
  type Condition,
  isOpen,
  lostPerDay,
  type Observation,
  reportedCondition,
  updateConditions,
} from './detection/conditions.ts';
import { clockDay, isUneven, keepCurves, orientationDay } from './detection/curves.ts';
import { withoutCommon } from './detection/darkTogether.ts';
import { moduleResult, plantPower } from './detection/dayResult.ts';
import { clearOf, type DayView, dayView } from './detection/dayView.ts';
import type { Entry } from './detection/entry.ts';
import { calibrated, dayFeatures, energyCalibration, keepFeatures, wholeDay } from './detection/features.ts';
import { groupReferences } from './detection/groupReferences.ts';
import { heatDay } from './detection/heat.ts';
import { lastingCandidate } from './detection/lastingLoss.ts';
import { type Closed, openFinding, recoveredPerDay, updateFinding } from './detection/lifecycle.ts';
import { gridDay } from './detection/limits.ts';
import { type ModuleView, moduleView } from './detection/moduleView.ts';
import type { PeerGroup } from './detection/reference.ts';
import { refineFinding } from './detection/refine.ts';
import { rememberSky } from './detection/sky.ts';
import { slopesOf } from './detection/slopes.ts';
import { isLongDark, LIT_HOURS, snowDay } from './detection/snow.ts';
import { soiledFactors } from './detection/soiledEnergy.ts';
import { soilingDay } from './detection/soiling.ts';
import { usualIndex } from './detection/soilingIndex.ts';
import { type EngineState, emptyState, packState, reported, unpackState } from './detection/state.ts';
import { groupBy } from './detection/stats.ts';
import { swapDay } from './detection/swaps.ts';
import { addFlags, advanceTrack, FLAG, removeFlags, SECTORS, TRACK_DAYS } from './detection/track.ts';
import { yearlyLoss } from './detection/yearly.ts';
import type { Finding, PlantDayInput, PlantDayResult, PlantModel, PlantState } from './types.ts';

/** The state of a plant before its first day. */
export const newPlantState = (_plant: PlantModel): PlantState => packState(emptyState());

const rows = new Int32Array(TRACK_DAYS);

/** What is normal for a module: from older days if there are enough, else from all days before. */
function baselineFor(track: ModuleView['track'], day: number): Baseline {
  const count = baselineRows(track, 0, day - 4, rows);
  if (count >= 5) return baselineOfRows(track, rows, count);
  return baselineOfRows(track, rows, baselineRows(track, 0, day - 1, rows));
}

/** Groups of at least this many are kept apart by device type; smaller ones share the array. */
const LEAST_IN_GROUP = 4;

function peerGroups(
  view: DayView,
  modules: readonly ModuleView[],
  notes: Record<string, number>,
): PeerGroup[] {
  const byType = groupBy(modules, ({ model }) => `${model.arrayId ?? ''}|${model.typeKey}`);
  const groups = groupBy(modules, ({ model }) => {
    const key = `${model.arrayId ?? ''}|${model.typeKey}`;
    return byType.get(key)!.length >= LEAST_IN_GROUP ? key : (model.arrayId ?? '');
  });
  return [...groups].flatMap(([key, all]) =>
    slopesOf(all, notes).map((members, slope, { length }) => {
      const { arrayId } = members[0]!.model;
      return { key: `${key}|${slope}`, arrayId, clear: clearOf(view, arrayId), members, isSlope: length > 1 };
    }),
  );
}

/** Clear-sky energy by sector, Wh per W of rating. */
function sectorWeights(view: DayView, clear: Float64Array): Float64Array {
  const weights = new Float64Array(SECTORS);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const sector = view.sector[slot]!;
    if (sector >= 0) weights[sector] = weights[sector]! + clear[slot]! * view.hours;
  }
  return weights;
}

/** Least completeness, brightness (share of a clear day) and energy (Wh per W) of a day that is compared. */
const GOOD = { completeness: 0.85, bright: 0.25, energy: 0.35 } as const;

const ofCause = (state: EngineState, cause: Condition['cause']) =>
  state.conditions.filter((condition) => condition.cause === cause);

function entriesOf(view: DayView, state: EngineState): Entry[] {
  const inputs = new Map(view.input.modules.map((input) => [input.moduleId, input]));
  // Hot devices lower all their modules at the same time, which may be most of a group.
  const hot = new Set(ofCause(state, 'thermalDerating').flatMap(({ moduleIds }) => moduleIds));
  const modules = view.plant.modules.flatMap((model) => {
    const memory = state.modules.get(model.id)!;
    const baseline = memory.frozen ?? baselineFor(memory.track, view.day);
    const own = moduleView(view, model, inputs.get(model.id), {
      track: memory.track,
      baseline,
      clear: clearOf(view, model.arrayId),
    });
    own.isExcluded = memory.frozen !== null || hot.has(model.id);
    return [own];
  });
  const references = groupReferences(view, peerGroups(view, modules, state.notes), () => 1, null);
  const weightsOf = new Map<PeerGroup, Float64Array>();
  const entries: Entry[] = [];
  const findingOf = new Map(state.findings.flatMap((one) => one.moduleIds.map((id) => [id, one] as const)));
  for (const reference of references) {
    const { group } = reference;
    const weights = weightsOf.get(group) ?? sectorWeights(view, group.clear.dcPerRatedW);
    weightsOf.set(group, weights);
    const raw = group.members.map((module) => ({
      module,
      features: wholeDay(dayFeatures(view, module, reference), module),
    }));
    const calibration = energyCalibration(raw);
    for (const one of raw) {
      const { module } = one;
      const features = calibrated(one.features, calibration);
      const memory = state.modules.get(module.model.id)!;
      rememberSky(memory.sky, module.track, view.day);
      advanceTrack(module.track, view.day);
      const isComplete = features.expectedSeen >= GOOD.completeness * features.expected;
      const isGood =
        isComplete &&
        reference.strength >= 2 &&
        features.bright >= GOOD.bright &&
        features.expected >= GOOD.energy &&
        !(features.dark > 0.02);
      if (module.completeness > 0)
        keepFeatures(module, features, (isGood ? FLAG.good : 0) | (isComplete ? 0 : FLAG.partial));
      entries.push({
        module,
        features,
        reference,
        weights,
        isGood,
        memory,
        finding: findingOf.get(module.model.id) ?? null,
      });
    }
  }
  return entries;
}

/** Observations of the day, and whether snow may lie on modules. */
function observe(
  view: DayView,
  state: EngineState,
  entries: readonly Entry[],
): { observations: Observation[]; mayLie: boolean; isCold: boolean } {
  const { notes } = state;
  const snow = snowDay(view, entries, notes, ofCause(state, 'snow').some(isOpen), usualIndex(state.arrays));
  const isCold = view.day - (notes.coldDay ?? -99) <= 2;
  const observations = snow.observation ? [snow.observation] : [];
  const missing = new Set(
    ofCause(state, 'communication').flatMap((one) => (isOpen(one) ? [one.subjectId] : [])),
  );
  observations.push(...communicationDay(view, entries, notes, snow.mayLie, missing));
  rememberEnd(view, entries, notes);
  if (snow.mayLie)
    for (const entry of entries) {
      entry.isGood = false;
      removeFlags(entry.module.track, TRACK_DAYS - 1, FLAG.good);
      addFlags(entry.module.track, TRACK_DAYS - 1, FLAG.odd | FLAG.snow);
    }
  else {
    const heat = heatDay(view, entries);
    leaveOut(entries, heat);
    const isLimited = ofCause(state, 'curtailment').some(isOpen);
    const grid = gridDay(view, entries, notes, usualIndex(state.arrays), isLimited);
    const isCurtailed = grid.some(({ cause, isPresent }) => cause === 'curtailment' && isPresent);
    observations.push(...heat, ...grid);
    observations.push(...swapDay(view, entries, ofCause(state, 'swappedModules')));
    keepCurves(view, entries, state.curves);
    const clock = ofCause(state, 'clock')[0];
    observations.push(...clockDay(view, state.curves, entries, clock));
    const turned = ofCause(state, 'wrongOrientation');
    // A clock that may be wrong compares the power with the sun of another hour; one that is known to be is corrected.
    const isClockKnown = clock === undefined || isOpen(clock);
    if (isClockKnown)
      observations.push(...orientationDay(view, rightCurves(state.curves, clock), entries, notes, turned));
    const isDisturbed = isCurtailed || !isClockKnown;
    observations.push(...soilingDay(view, entries, state.arrays, notes, isDisturbed));
  }
  return { observations, mayLie: snow.mayLie, isCold };
}

/** Days with a cause do not become normal: they are left out of the baselines of its modules. */
function leaveOut(entries: readonly Entry[], observations: readonly Observation[]): void {
  const ids = new Set(observations.flatMap(({ isPresent, moduleIds }) => (isPresent ? moduleIds : [])));
  for (const { module } of entries)
    if (ids.has(module.model.id)) addFlags(module.track, TRACK_DAYS - 1, FLAG.odd);
}

/** Whether the plant was dim when its readings ended: then devices without own supply are silent because it is dark. */
function rememberEnd(view: DayView, entries: readonly Entry[], notes: Record<string, number>): void {
  let last = -1;
  for (const { module } of entries)
    for (let slot = view.lastLight - 1; slot > last; slot--)
      if (!Number.isNaN(module.power[slot]!)) last = slot;
  if (last < 0) return;
  notes.seenDay = view.day;
  if (hasNightReadings(view, entries)) notes.nightDay = view.day;
  notes.dimEnd = entries.some(({ module }) => module.power[last]! > 0.06) ? 0 : 1;
}

/** Elevation of the sun in degrees below which no module supplies its device. */
const NIGHT_DEG = -3;

const hasNightReadings = ({ slots, elevationDeg }: DayView, entries: readonly Entry[]): boolean => {
  for (let slot = 0; slot < slots; slot++)
    if (elevationDeg[slot]! < NIGHT_DEG && entries.some(({ module }) => !Number.isNaN(module.power[slot]!)))
      return true;
  return false;
};

/** Causes that explain what happens to single modules. */
const EXPLAINING: ReadonlySet<string> = new Set(['thermalDerating', 'swappedModules', 'inverterFailure']);
const EXPLAINED_DAYS = 12;

/** Modules whose loss is explained by a condition. */
function explained(view: DayView, state: EngineState): ReadonlySet<string> {
  return new Set(
    state.conditions
      .filter(({ cause, lastDay }) => EXPLAINING.has(cause) && view.day - lastDay <= EXPLAINED_DAYS)
      .flatMap(({ moduleIds }) => moduleIds),
  );
}

/** Names the cause of findings on single modules that a condition explains. */
function explainFindings(state: EngineState, { cause, moduleIds, probability }: Condition): void {
  if (!EXPLAINING.has(cause)) return;
  for (const finding of state.findings)
    if (RENAMED.has(finding.cause) && finding.moduleIds.every((id) => moduleIds.includes(id))) {
      finding.cause = cause;
      finding.probability = probability;
    }
}

/** Causes on single modules that are guesses from the course of the loss. */
const RENAMED: ReadonlySet<string> = new Set(['newShading', 'growingShading', 'unknown', 'degradation']);

/** Groups whose modules face different directions: the season moves their modules apart as new shade would. */
const unevenGroups = (entries: readonly Entry[]): ReadonlySet<PeerGroup> =>
  new Set(
    [...groupBy(entries, ({ reference }) => reference.group)]
      .filter(([, own]) => isUneven(own))
      .map(([group]) => group),
  );

function candidateOf(
  view: DayView,
  entry: Entry,
  { isCold, isUneven: isOfUneven }: { isCold: boolean; isUneven: boolean },
): Candidate | null {
  const shade = () => (isOfUneven ? null : shadeCandidate(view, entry));
  // One module without power on a cold day may be covered, unless it worked before on the same day.
  const mayBeCovered = isCold && !isLongDark(entry, COLD_DARK_DAYS) && entry.features.litBefore < LIT_HOURS;
  const lasting = () => (isOfUneven ? null : lastingCandidate(view, entry));
  const level = () => levelCandidate(view, entry, isOfUneven) ?? shade() ?? lasting();
  return mayBeCovered ? level() : (zeroCandidate(view, entry) ?? level());
}

/** Days without power on which a module is taken for failed while snow is possible. */
const COLD_DARK_DAYS = 3;

/** One finding for all inputs of a device that failed together, else one for each module. */
function openFindings(state: EngineState, entries: readonly Entry[], candidates: readonly Candidate[]): void {
  const byDevice = groupBy(candidates, ({ entry }) => entry.module.model.deviceId);
  for (const [deviceId, own] of byDevice) {
    const inputs = entries.filter(({ module }) => module.model.deviceId === deviceId);
    const zero = own.filter(({ kind }) => kind === 'zero');
    const isDevice =
      zero.length === inputs.length &&
      (inputs.length > 1 || zero.some(({ cause }) => cause === 'inverterFailure'));
    if (isDevice)
      state.findings.push(
        openFinding(zero, {
          scope: 'device',
          subjectId: deviceId,
          cause: 'inverterFailure',
          isFault: true,
          probability: 0.95,
        }),
      );
    for (const candidate of own) {
      if (isDevice && candidate.kind === 'zero') continue;
      state.findings.push(
        openFinding([candidate], {
          scope: 'module',
          subjectId: candidate.entry.module.model.id,
          isFault: true,
          cause: candidate.cause,
          probability: candidate.probability,
        }),
      );
    }
  }
}

/** Causes that take no energy, pass by themselves or are not known to take any. */
const WITHOUT_YEAR: ReadonlySet<string> = new Set([
  'snow',
  'clipping',
  'communication',
  'clock',
  'wrongOrientation',
  'swappedModules',
]);

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
  const view = dayView(plant, input, lateMinOf(state.conditions));
  const isLate = state.lastDay !== null && view.day <= state.lastDay;
  const entries = entriesOf(view, state);
  const closed: Closed[] = [];
  let ended: ClosedCondition[] = [];
  let factors: ReadonlyMap<string, number> = new Map();
  if (!isLate) {
    state.lastDay = view.day;
    const { observations, mayLie, isCold } = observe(view, state, entries);
    factors = soiledFactors(observations, entries);
    ({ conditions: state.conditions, closed: ended } = updateConditions(
      view,
      state.conditions,
      observations,
    ));
    const wrongSince = recognizedSince(view, state.conditions, ended);
    if (wrongSince !== null) dropWrongDays(state, wrongSince);
    const known = explained(view, state);
    state.findings = state.findings.filter((finding) => {
      const own = entries.filter((entry) => entry.finding === finding);
      if (own.length === 1) refineFinding(view, finding, own[0]!);
      const end = updateFinding(view, finding, own);
      if (end) closed.push(end);
      return end === null;
    });
    for (const condition of state.conditions) if (isOpen(condition)) explainFindings(state, condition);
    const free = entries.filter(
      ({ finding, module }) => finding === null && !mayLie && !known.has(module.model.id),
    );
    const uneven = unevenGroups(entries);
    const candidates = free.flatMap(
      (entry) => candidateOf(view, entry, { isCold, isUneven: uneven.has(entry.reference.group) }) ?? [],
    );
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
    irradianceSource: plant.modules.length > 1 ? 'plant' : 'clearSky',
    modules: entries.map((entry) => moduleResult(view, entry, factors.get(entry.module.model.id) ?? 1)),
    expectedW: plantPower(view, entries, factors),
    findings,
  };
  return { state: isLate ? stored : packState(state), result };
}

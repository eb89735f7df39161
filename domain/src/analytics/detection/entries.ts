// The modules of a plant on one day: each compared with the reference of its group, as one row of its track.
import { type Baseline, baselineOfRows, baselineRows } from './baseline.ts';
import { clearOf, type DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { calibrated, dayFeatures, energyCalibration, keepFeatures, wholeDay } from './features.ts';
import { groupReferences } from './groupReferences.ts';
import { type ModuleView, moduleView } from './moduleView.ts';
import { measuredLight } from './offeredLight.ts';
import { type Outage, outageOf, withOfferedLight } from './outage.ts';
import type { PeerGroup } from './reference.ts';
import { rememberSky } from './sky.ts';
import { slopesOf } from './slopes.ts';
import { lightFactors } from './soiledEnergy.ts';
import { conditionsOf, type EngineState } from './state.ts';
import { groupBy } from './stats.ts';
import { advanceTrack, FLAG, SECTORS, TRACK_DAYS } from './track.ts';

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

/** The modules of the day with their features, which become the newest row of their tracks, and an outage of the plant. */
export function entriesOf(view: DayView, state: EngineState): { entries: Entry[]; outage: Outage | null } {
  const inputs = new Map(view.input.modules.map((input) => [input.moduleId, input]));
  // Hot devices lower all their modules at the same time, which may be most of a group.
  const hot = new Set(conditionsOf(state, 'thermalDerating').flatMap(({ moduleIds }) => moduleIds));
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
  const factorOf = lightFactors(state, view.input.day);
  const outage = outageOf(view, modules, { notes: state.notes, factorOf });
  const own = groupReferences(view, peerGroups(view, modules, state.notes), () =>
    measuredLight(view, factorOf),
  );
  const references = outage ? own.map((reference) => withOfferedLight(reference, outage)) : own;
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
        partners: [],
      });
    }
  }
  for (const own of groupBy(entries, ({ module }) => module.model.deviceId).values())
    if (own.length > 1) for (const entry of own) entry.partners = own.filter((other) => other !== entry);
  return { entries, outage };
}

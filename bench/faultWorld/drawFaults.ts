// Draws one fault for a plant: onset, severity, end.
//
// Sources of the models: open circuits, bypass diodes, cracked cells, connectors and soldering: Köntges et al., IEA PVPS
// T13-01:2014; dust: Kimber et al., IEEE 4th WCPEC (2006), and Ilse et al., Joule 3 (2019), 2303-2321 (0.1 to 1 % a day);
// decline by potential-induced degradation: Pingel et al., 35th IEEE PVSC (2010), far above the usual 0.5 % a year of Jordan
// and Kurtz, Prog. Photovolt. 21 (2013); volt-watt curtailment: Stringer et al., Renew. Energy 173 (2021); inverters: Golnas,
// IEEE J. Photovolt. 3 (2013); wrong entries: Killinger et al., Solar Energy 173 (2018), 1087-1106; clocks, gaps and shifts as
// in the data sets of pvanalytics and solar-data-tools.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { deadlineOf } from './causes.ts';
import type { Draft, FaultTarget } from './faultTarget.ts';
import type { Fault } from './model.ts';
import { moduleDraft, shadeDraft, swapDraft } from './moduleFaults.ts';
import { deviceDraft, plantDraft, soilDraft } from './plantFaults.ts';

const drafts: Partial<Record<FindingCause, (target: FaultTarget, cause: FindingCause) => Draft | null>> = {
  inverterFailure: deviceDraft,
  thermalDerating: deviceDraft,
  newShading: (target) => shadeDraft(target, 'newShading'),
  growingShading: (target) => shadeDraft(target, 'growingShading'),
  soiling: soilDraft,
  curtailment: plantDraft,
  communication: plantDraft,
  clock: plantDraft,
  swappedModules: swapDraft,
};

/** One more fault for the plant, or null. Orientation and snow come about elsewhere. */
export function drawFault(target: FaultTarget, cause: FindingCause, number: number): Fault | null {
  const draft = (drafts[cause] ?? moduleDraft)(target, cause);
  if (!draft) return null;
  const { modules, alsoRight = [], ...rest } = draft;
  return {
    ...rest,
    id: `f${String(number).padStart(3, '0')}`,
    cause,
    alsoRight,
    deadlineDays: deadlineOf(cause),
    moduleIds: modules.map((m) => target.spec.modules[m]!.model.id),
  };
}

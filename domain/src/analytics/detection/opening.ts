// Opens findings on modules that have none, and names those that a condition of their device or array explains.
import type { Candidate } from './candidate.ts';
import { levelCandidate, zeroCandidate } from './candidates.ts';
import type { Condition } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { lastingCandidate } from './lastingLoss.ts';
import { LOSSLESS, openFinding } from './lifecycle.ts';
import type { PeerGroup } from './reference.ts';
import { shadeCandidate } from './shadeCandidates.ts';
import { isUneven } from './slopes.ts';
import { slowCandidate } from './slowDecline.ts';
import type { EngineState } from './state.ts';
import { groupBy } from './stats.ts';

/** Causes that explain what happens to single modules. */
const EXPLAINING: ReadonlySet<string> = new Set(['thermalDerating', 'swappedModules', 'inverterFailure']);
const EXPLAINED_DAYS = 12;
/** An outage of the whole plant explains what happens while it lasts. */
const daysExplained = ({ scope }: Condition) => (scope === 'plant' ? 0 : EXPLAINED_DAYS);

/** Modules whose loss is explained by a condition. */
export function explained(view: DayView, state: EngineState): ReadonlySet<string> {
  return new Set(
    state.conditions
      .filter((one) => EXPLAINING.has(one.cause) && view.day - one.lastDay <= daysExplained(one))
      .flatMap(({ moduleIds }) => moduleIds),
  );
}

/** Names the cause of findings on single modules that a condition explains. */
export function explainFindings(
  state: EngineState,
  { cause, scope, moduleIds, probability }: Condition,
): void {
  if (!EXPLAINING.has(cause) || scope === 'plant') return;
  for (const finding of state.findings)
    if (RENAMED.has(finding.cause) && finding.moduleIds.every((id) => moduleIds.includes(id))) {
      finding.cause = cause;
      finding.probability = probability;
      if (LOSSLESS.has(cause)) [finding.lostWh, finding.recentWh] = [0, []];
    }
}

/** Causes on single modules that are guesses from the course of the loss. */
const RENAMED: ReadonlySet<string> = new Set(['newShading', 'growingShading', 'unknown', 'degradation']);

/**
 * Groups whose modules face different directions: the season moves their modules apart as new shade would. What is explained,
 * such as a module that was swapped, is no other direction of the group. A single module that is compared with the light of
 * weather or plants nearby counts as one of them.
 */
export const unevenGroups = (
  entries: readonly Entry[],
  explainedIds: ReadonlySet<string>,
): ReadonlySet<PeerGroup> =>
  new Set(
    [...groupBy(entries, ({ reference }) => reference.group)]
      .filter(
        ([, own]) =>
          own[0]!.reference.isOutside ||
          isUneven(own.filter(({ module }) => !explainedIds.has(module.model.id))),
      )
      .map(([group]) => group),
  );

/** The loss that has begun on a module without a finding; null without one. `mayBeCovered`: by snow. */
export function candidateOf(
  view: DayView,
  entry: Entry,
  { mayBeCovered, isUneven: isOfUneven }: { mayBeCovered: boolean; isUneven: boolean },
): Candidate | null {
  const shade = () => shadeCandidate(view, entry, isOfUneven);
  const lasting = () => (isOfUneven ? null : (lastingCandidate(view, entry) ?? slowCandidate(view, entry)));
  const level = () => levelCandidate(view, entry, isOfUneven) ?? shade() ?? lasting();
  return mayBeCovered ? level() : (zeroCandidate(view, entry) ?? level());
}

/** One finding for all inputs of a device that failed together, else one for each module. */
export function openFindings(
  state: EngineState,
  entries: readonly Entry[],
  candidates: readonly Candidate[],
): void {
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

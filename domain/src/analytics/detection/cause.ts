// Names the cause of a loss on one module. Every cause predicts values of the contrast; how well they fit is turned into
// probabilities (softmax over squared distances, with prior weights by how common a cause is).
import type { FindingCause, FindingEvidence } from '../types.ts';
import type { Contrast } from './contrast.ts';

export interface CauseGuess {
  readonly cause: FindingCause;
  readonly probability: number;
}

const gauss = (value: number, mean: number, sigma: number) => -0.5 * ((value - mean) / sigma) ** 2;
/** Unknown values neither support nor contradict: a small cost keeps causes with more evidence ahead. */
const MISSING = -0.7;
const fit = (value: number, mean: number, sigma: number) =>
  Number.isFinite(value) ? Math.max(-8, gauss(value, mean, sigma)) : MISSING;

/** Largest share of direct light that a contact takes: more heat than that destroys it. */
const MOST_OHMIC = 0.55;

/** Loss that is the same in all light from which the module has failed: weaker ones may be dirt, damage or a wrong rating. */
const FAILED = 0.4;

/** Causes of a lasting loss on one module, most probable first. `isSlow`: it grew over weeks. */
export function causesOfLevel(contrast: Contrast, isSlow: boolean): CauseGuess[] {
  const { loss, direct, diffuse, voltage, notFlat, notOhmic } = contrast;
  const slope = contrast.slope * contrast.typicalPower;
  const voltageSlope = contrast.voltageSlope * contrast.typicalPower;
  const size = Math.max(0.02, loss);
  const flat = fit(notFlat, 0, 0.2);
  const uniform = flat + fit(diffuse, loss, 0.25 * size + 0.015) + fit(slope, 0, 0.3 * size + 0.015);
  const scores: [FindingCause, number][] = [
    // One of three sub-strings is short-circuited; two of them now and then.
    [
      'bypassDiode',
      Math.max(
        fit(loss, 1 / 3, 0.04) + fit(voltage, 1 / 3, 0.05),
        fit(loss, 2 / 3, 0.05) + fit(voltage, 2 / 3, 0.07) - 1.5,
      ) +
        fit(diffuse, loss, 0.1) +
        flat -
        (isSlow ? 4 : 0),
    ],
    // Ohmic: nothing is lost in dim light, the voltage falls with the current.
    [
      'contactResistance',
      fit(notOhmic, 0, 0.25) +
        fit(slope, size, 0.5 * size) +
        fit(voltage, loss, 0.3 * size + 0.01) +
        fit(voltageSlope, size, 0.5 * size) +
        fit(diffuse, 0.25 * loss, 0.3 * size + 0.02) -
        0.5 -
        (direct > MOST_OHMIC ? 4 : 0),
    ],
    ['degradation', uniform + (isSlow ? 0 : -5)],
    [
      loss >= FAILED && !isSlow ? 'moduleFailure' : 'unknown',
      uniform + fit(voltage, 0, 0.04) + (isSlow ? -3 : 0) - 0.3,
    ],
    // Shade takes direct light in some sectors only.
    [
      isSlow ? 'growingShading' : 'newShading',
      -fit(Math.min(notFlat, notOhmic, 0.6), 0, 0.25) * 0.7 -
        2.2 +
        fit(diffuse, 0.15 * loss, 0.3 * size + 0.02),
    ],
  ];
  return softmax(scores);
}

export function softmax(scores: readonly (readonly [FindingCause, number])[]): CauseGuess[] {
  const best = Math.max(...scores.map(([, score]) => score));
  const weights = scores.map(([cause, score]) => ({ cause, probability: Math.exp(score - best) }));
  const total = weights.reduce((sum, { probability }) => sum + probability, 0);
  return weights
    .map(({ cause, probability }) => ({ cause, probability: probability / total }))
    .sort((a, b) => b.probability - a.probability);
}

const round = (value: number, digits = 3) => Number(value.toFixed(digits));

/** The contrast as evidence. */
export function evidenceOf(contrast: Contrast): FindingEvidence[] {
  const list: FindingEvidence[] = [];
  const add = (name: string, value: number) => {
    if (Number.isFinite(value)) list.push({ name, value: round(value), unit: 'ratio' });
  };
  add('powerRatio', 1 - contrast.loss);
  add('voltageRatio', 1 - contrast.voltage);
  add('diffuseRatio', 1 - contrast.diffuse);
  add('lossPerPower', contrast.slope);
  list.push({ name: 'days', value: contrast.days, unit: 'days' });
  return list;
}

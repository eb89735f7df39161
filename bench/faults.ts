// `npm run bench:faults`: how many faults of a simulated world are found, named and priced, and how many are made up.
// --seed 1 --plants 60 --days 120; --rule (the simple rule only), --list (every fault and false alarm), --json FILE.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { Evaluator } from './faultWorld/evaluator.ts';
import { type PlantResult, runPlant } from './faultWorld/score.ts';
import { simpleRule } from './faultWorld/simpleRule.ts';
import { figuresOf, tableOf } from './faultWorld/table.ts';
import { drawWorld } from './faultWorld/world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    plants: { type: 'string', default: '60' },
    days: { type: 'string', default: '120' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

function whole(name: 'plants' | 'days', least: number): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} takes a whole number from ${least}`);
  return value;
}

function list(results: readonly PlantResult[]): void {
  for (const { faults, others } of results) {
    for (const {
      plant,
      fault,
      cause,
      variant,
      isFound,
      isSeen,
      named,
      delayDays,
      trueWh,
      estimatedWh,
    } of faults) {
      const state = isFound ? 'found ' : isSeen ? 'late  ' : 'missed';
      console.log(
        `${state} ${plant} ${fault} ${cause}, ${variant}: ${named ?? '-'} after ${delayDays ?? '-'} d, lost ${trueWh} Wh, estimated ${estimatedWh ?? '-'} Wh`,
      );
    }
    for (const { plant, isHealthy, oddities, finding, sinceDay, knownDay } of others)
      console.log(
        `${finding.isFault ? 'FALSE ' : 'note  '} ${plant}${isHealthy ? ` healthy (${oddities.join(', ')})` : ''} ${finding.scope} ${finding.subjectId ?? ''}: ${finding.cause}, p ${finding.probability.toFixed(2)}, day ${sinceDay}, known ${knownDay}, ${finding.lostWh} Wh`,
      );
  }
}

const size = { seed: values.seed, plants: whole('plants', 2), days: whole('days', 90) };
const world = drawWorld(size);
const evaluators: Record<string, Evaluator> = { 'simple rule': simpleRule };
const output: Record<string, unknown> = { at: new Date().toISOString(), ...size };
for (const [name, evaluator] of Object.entries(evaluators)) {
  const startedAt = performance.now();
  const results = world.map((spec) => runPlant(spec, evaluator));
  console.log(
    `\n${name}: ${size.plants} plants, ${size.days} days, seed ${size.seed}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  if (values.list) list(results);
  console.log(tableOf(results));
  output[name] = { figures: figuresOf(results), plants: results };
}
if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(output, null, 1)}\n`);

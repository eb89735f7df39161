// `npm run bench:faults`: how many faults of a simulated world are found and named, the error of their lost energy, and false alarms.
// --seed 1 --plants 60 --days 120 draw the world; --only p20,p35 runs some of its plants; --evaluator engine or rule runs one
// of both; --list prints every fault and every finding that counts for none; --json FILE writes all of it.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { engine } from './faultWorld/engine.ts';
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
    only: { type: 'string' },
    evaluator: { type: 'string' },
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
const only = values.only?.split(',');
const world = drawWorld(size).filter(({ id }) => only?.includes(id) ?? true);
if (world.length === 0) throw new Error(`--only names no plant of the world: ${values.only}`);
const evaluators: Record<string, Evaluator> = { rule: simpleRule, engine };
if (values.evaluator !== undefined && !(values.evaluator in evaluators))
  throw new Error(`--evaluator takes ${Object.keys(evaluators).join(' or ')}`);
const output: Record<string, unknown> = { at: new Date().toISOString(), ...size };
for (const [name, evaluator] of Object.entries(evaluators)) {
  if (values.evaluator !== undefined && values.evaluator !== name) continue;
  const startedAt = performance.now();
  const results = world.map((spec) => runPlant(spec, evaluator));
  console.log(
    `\n${name}: ${world.length} plants, ${size.days} days, seed ${size.seed}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  if (values.list) list(results);
  console.log(tableOf(results));
  output[name] = { figures: figuresOf(results), plants: results };
}
if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(output, null, 1)}\n`);

// `npm run bench:faults:export -- --out FOLDER`: plants of the fault world as files for `POST /ingest/replay`, each below
// 8 MB, with a JSON file per plant: its model, the `sn` of every device and its faults.
// --seed 1 --plants 60 --days 120 draw the same world as `npm run bench:faults`; --only p26,p31 writes these plants.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { PlantSpec } from './faultWorld/model.ts';
import { replayLines, snOfDevice } from './faultWorld/replay.ts';
import { PlantSimulation } from './faultWorld/simulate.ts';
import { drawWorld } from './faultWorld/world.ts';

/** Below the limit of the endpoint. */
const MOST_BYTES = 7_500_000;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    plants: { type: 'string', default: '60' },
    days: { type: 'string', default: '120' },
    only: { type: 'string' },
  },
});

/** Writes the files of one plant; returns how many lines they hold. */
function write(spec: PlantSpec, folder: string): number {
  const devices = spec.devices.map(({ id, modules }, d) => ({
    id,
    sn: snOfDevice(spec, d),
    modules: modules.map((m) => spec.modules[m]!.model.id),
  }));
  const about = { id: spec.id, place: spec.climate.name, isHealthy: spec.isHealthy, oddities: spec.oddities };
  fs.writeFileSync(
    path.join(folder, `${spec.id}.json`),
    `${JSON.stringify({ ...about, plant: spec.model, devices, faults: spec.faults }, null, 1)}\n`,
  );
  const simulation = new PlantSimulation(spec, { keepsCounters: true });
  let [part, bytes, count] = [0, Number.POSITIVE_INFINITY, 0];
  let file = -1;
  for (let day = simulation.next(); day; day = simulation.next()) {
    const lines = replayLines(spec, day);
    count += lines.length;
    const text = lines.map((line) => `${line}\n`).join('');
    if (bytes + text.length > MOST_BYTES) {
      if (file >= 0) fs.closeSync(file);
      part++;
      file = fs.openSync(path.join(folder, `${spec.id}-${String(part).padStart(3, '0')}.ndjson`), 'w');
      bytes = 0;
    }
    fs.writeSync(file, text);
    bytes += text.length;
  }
  if (file >= 0) fs.closeSync(file);
  return count;
}

if (values.out === undefined) throw new Error('--out names the folder to write to');
fs.mkdirSync(values.out, { recursive: true });
const world = drawWorld({ seed: values.seed, plants: Number(values.plants), days: Number(values.days) });
const only = values.only?.split(',');
for (const spec of world) {
  if (only && !only.includes(spec.id)) continue;
  console.log(`${spec.id} ${spec.climate.name}: ${write(spec, values.out)} reports`);
}

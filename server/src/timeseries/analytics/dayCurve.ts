// One local day of some modules in slots, for display: produced and expected power, and power of comparable modules.

import { expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import type {
  IrradianceSource,
  ModuleDayInput,
  ModuleModel,
  SlotValues,
} from '@helioport/domain/analytics/types';
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { unpackExpected } from './curve.ts';
import { readDayInput, readingsOfPlant } from './dayInput.ts';
import { moduleDays } from './expectedDays.ts';
import type { AnalyticsPlant } from './plantModel.ts';
import { medianOf, only } from './siblings.ts';

type Values = (number | null)[];

export interface DayCurve {
  day: string;
  startMs: number;
  stepMs: number;
  /** W; null is a gap. */
  produced: Values;
  expected: Values;
  siblings: Values;
  /** Of one module; empty for several. */
  voltage: Values;
  siblingsVoltage: Values;
  current: Values;
  acVoltage: Values;
  temperature: Values;
  source: IrradianceSource | null;
}

interface Compared {
  own: readonly ModuleModel[];
  siblings: readonly ModuleModel[];
}

/** Reads a day of some modules and their siblings. */
export async function dayCurveOf(
  db: Db,
  plant: AnalyticsPlant,
  { own, siblings }: Compared,
  day: string,
  now: number,
): Promise<DayCurve> {
  const reduced = only(plant, [...own, ...siblings]);
  const readings = await readingsOfPlant(db, plant.siteId);
  const input = await readDayInput(db, reduced, readings, day, now);
  const inputs = new Map(input.modules.map((module) => [module.moduleId, module]));
  const ratedW = own.reduce((sum, module) => sum + module.ratedW, 0);
  const slots = Array.from({ length: input.slots }, (_, slot) => slot);
  const ownInputs = own.flatMap(({ id }) => inputs.get(id) ?? []);
  const [single] = ownInputs.length === 1 ? ownInputs : [];
  const device = single && input.devices.find(({ deviceId }) => deviceId === own[0]!.deviceId);
  const { expected, source } = await expectedOf(db, plant, own, input);
  return {
    day,
    startMs: input.startMs,
    stepMs: input.slotMs,
    source,
    produced: slots.map((slot) => sumAt(ownInputs, slot)),
    expected,
    siblings: slots.map((slot) =>
      shown(
        medianOf(
          siblings.flatMap(({ id, ratedW: rated }) => {
            const watts = inputs.get(id)?.powerW[slot] ?? Number.NaN;
            return Number.isNaN(watts) || rated <= 0 ? [] : [watts / rated];
          }),
        ) * ratedW,
      ),
    ),
    voltage: single ? lineOf(single.voltageV, slots) : [],
    siblingsVoltage: single
      ? slots.map((slot) =>
          shown(
            medianOf(
              siblings.flatMap(({ id }) => {
                const volts = inputs.get(id)?.voltageV?.[slot] ?? Number.NaN;
                return Number.isNaN(volts) ? [] : [volts];
              }),
            ),
          ),
        )
      : [],
    current: single ? lineOf(single.currentA, slots) : [],
    acVoltage: device ? lineOf(device.acVoltageV, slots) : [],
    temperature: device ? lineOf(device.temperatureC, slots) : [],
  };
}

const shown = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 10) / 10);

const lineOf = (values: SlotValues | null, slots: readonly number[]): Values =>
  values === null ? [] : slots.map((slot) => shown(values[slot]!));

function sumAt(modules: readonly ModuleDayInput[], slot: number): number | null {
  let sum = Number.NaN;
  for (const { powerW } of modules) {
    const watts = powerW[slot]!;
    if (!Number.isNaN(watts)) sum = (Number.isNaN(sum) ? 0 : sum) + watts;
  }
  return shown(sum);
}

/**
 * Expected power of some modules at the slots: the evaluated energy of the day, distributed by the irradiance on their
 * arrays. Empty if the day is not evaluated.
 */
async function expectedOf(
  db: Db,
  plant: AnalyticsPlant,
  own: readonly ModuleModel[],
  input: { day: string; startMs: number; slotMs: number; slots: number },
): Promise<{ expected: Values; source: IrradianceSource | null }> {
  const nothing = { expected: [], source: null };
  const { rows } = await sql<{ source: IrradianceSource; curve: Buffer; startMs: number }>`
    select source, curve, (extract(epoch from start_at) * 1000)::float8 as "startMs" from site_expected
    where site_id = ${plant.siteId} and day = ${input.day}::date and slot_s = ${input.slotMs / 1000}`.execute(
    db,
  );
  const [row] = rows;
  const stored = row && row.startMs === input.startMs ? unpackExpected(row.curve) : null;
  if (!row || !stored) return nothing;
  const days = await moduleDays(db, plant, own, input.day, input.day);
  const clear = expectedDay(plant.model, { ...input, weather: null }).arrays;
  const watts = new Float64Array(input.slots);
  let isKnown = false;
  for (const { id, arrayId, ratedW } of own) {
    const wh = days.get(id)?.get(input.day)?.expected ?? null;
    const shape = (clear.get(arrayId) ?? clear.get(null))?.dcPerRatedW;
    if (wh === null || !shape) continue;
    const power = shape.map((perW, slot) => {
      const clearness = stored.clearness[slot] ?? Number.NaN;
      return perW * ratedW * (Number.isNaN(clearness) ? 1 : clearness);
    });
    const sum = (power.reduce((total, value) => total + value, 0) * input.slotMs) / HOUR_MS;
    if (sum <= 0) continue;
    isKnown = true;
    for (let slot = 0; slot < power.length; slot++) watts[slot] = watts[slot]! + (power[slot]! * wh) / sum;
  }
  return isKnown
    ? { expected: Array.from(watts, shown), source: row.source }
    : { ...nothing, source: row.source };
}

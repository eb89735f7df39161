// What one module makes of the light: its own spread, and whatever is wrong with it.
import type { DemoModule } from '@helioport/demo/world';
import { cellTemperatureC } from '@helioport/domain/sun';
import { bell, seedOf } from './noise.ts';
import { type ArrayDay, type PlantDay, unitPower } from './plantDay.ts';

/** Voltage at the maximum power point of a healthy module at 1000 W/m² and 25 °C. */
const MPP_V = 33.6;
const OPEN_V = 37.8;
/** W/m² that twilight still gives; enough for a voltage, too little for power. */
const TWILIGHT = 0.15;
/** What an input without a working module shows. */
const EMPTY_V = 0.6;

/** A module on one day. */
export interface ModuleDay {
  readonly module: DemoModule;
  readonly light: ArrayDay;
  /** DC power in W at a step of the day, as far as its inverter takes it. */
  readonly dcW: (step: number) => number;
  /** DC voltage in V at a step, at work or with open ends. */
  readonly voltageV: (step: number, isWorking: boolean) => number;
}

const isWithin = (azimuth: number, from: number, to: number) =>
  from <= to ? azimuth >= from && azimuth <= to : azimuth >= from || azimuth <= to;

/** Share of the module's power that remains apart from shade. */
function kept({ flaw }: DemoModule): number {
  switch (flaw?.kind) {
    case 'dead':
      return 0;
    case 'diode':
      return 2 / 3;
    case 'soiled':
      return 1 - flaw.lossRatio;
    default:
      return 1;
  }
}

function voltage(module: DemoModule, light: ArrayDay, spread: number) {
  const strings = module.flaw?.kind === 'diode' ? 2 / 3 : 1;
  return (step: number, isWorking: boolean): number => {
    if (module.flaw?.kind === 'dead') return EMPTY_V;
    const irradiance = Math.max(TWILIGHT, (light.beam[step] ?? 0) + (light.diffuse[step] ?? 0));
    const warmth = 1 - 0.0029 * ((light.cellC[step] ?? 25) - 25);
    const brightness = 1 + 0.036 * Math.log(irradiance / 1000);
    return (isWorking ? MPP_V : OPEN_V) * warmth * brightness * strings * spread;
  };
}

/** Sets a module into its day. */
export function moduleDay(day: PlantDay, serial: string, module: DemoModule): ModuleDay {
  const light = day.arrays.get(module.array);
  if (!light) throw new Error(`${day.plant.sid} has no array ${module.array}`);
  const dice = seedOf(day.seed, serial, module.addr);
  const watts = module.ratedW * (1 + 0.012 * bell(dice)) * kept(module);
  const { flaw } = module;
  const dcW =
    flaw?.kind !== 'shade'
      ? (step: number) => watts * (light.unit[step] ?? 0)
      : (step: number) => {
          const isShaded =
            (day.elevationDeg[step] ?? 0) < flaw.belowElevationDeg &&
            isWithin(day.azimuthDeg[step] ?? 0, flaw.fromAzimuthDeg, flaw.toAzimuthDeg);
          if (!isShaded) return watts * (light.unit[step] ?? 0);
          const irradiance = (light.beam[step] ?? 0) * (1 - flaw.lossRatio) + (light.diffuse[step] ?? 0);
          const cellC = cellTemperatureC(day.ambientC[step] ?? 0, irradiance, light.rossK);
          return watts * unitPower(irradiance, cellC) * light.cleanness;
        };
  return { module, light, dcW, voltageV: voltage(module, light, 1 + 0.004 * bell(dice + 1)) };
}

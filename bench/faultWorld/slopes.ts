// What lies on the modules: ordinary dust and snow.
//
// - Dust: linear growth, washed by rain of 6 mm (Kimber, Mitchell, Nogradi, Wenger, IEEE 4th WCPEC (2006), 2391-2395).
// - Snow slides off where air temperature > irradiance / (-80 W/(m² K)), at 0.197 sin(tilt) of the slope an hour (Marion,
//   Schaefer, Caine, Sanchez, Solar Energy 97 (2013), 112-121).
import type { PlantSpec } from './model.ts';
import type { SkyDay } from './sky.ts';
import type { DayWeather } from './weather.ts';

/** Snow that covers a module, cm. */
const COVERING_CM = 1;
const WASHING_MM = 6;

export class Slopes {
  /** Loss by ordinary dust, 0 to 1. */
  dust = 0;
  hasSnow = false;
  private readonly perDay: number;
  private readonly spec: PlantSpec;
  private readonly lines: Float64Array[];
  /** Snow-covered part of each array at the end of the previous day. */
  private readonly left: number[];
  private wash = false;

  constructor(spec: PlantSpec) {
    this.spec = spec;
    // From 0.01 % a day where aerosols are few to 0.1 % in hazy cities.
    this.perDay = 0.0001 + 0.002 * spec.climate.aerosol * 0.8;
    this.left = spec.planes.map(() => 0);
    this.lines = spec.planes.map(() => new Float64Array(300));
  }

  /** Moves on to a day; the lines of snow of all its slots are known afterwards. */
  startDay(sky: SkyDay, weather: DayWeather): void {
    this.dust = this.wash ? 0 : Math.min(0.08, this.dust + this.perDay);
    this.wash = weather.rainMm >= WASHING_MM;
    this.hasSnow = false;
    const snowSlot = weather.snowCm >= COVERING_CM ? Math.floor((weather.rainHour / 24) * sky.slots) : -1;
    this.spec.planes.forEach((plane, p) => {
      let line = this.left[p]!;
      if (this.lines[p]!.length < sky.slots) this.lines[p] = new Float64Array(sky.slots);
      const lines = this.lines[p]!;
      const sliding = 0.197 * Math.sin((plane.tiltDeg * Math.PI) / 180);
      for (let s = 0; s < sky.slots; s++) {
        if (s === snowSlot) line = 1;
        if (line > 0) {
          const light = sky.planes[p]!.beamMean[s]! + sky.planes[p]!.diffuseMean[s]!;
          const melts = sky.airC[s]! > 2 || weather.rainMm > 2 ? 0.04 : 0;
          const slides = sky.airC[s]! + light / 80 > 0 ? sliding : 0;
          line = Math.max(0, line - (melts + slides) / 12);
          this.hasSnow = true;
        }
        lines[s] = line;
      }
      this.left[p] = line;
    });
  }

  /** Snow-covered part of an array from its lower edge. */
  snowLine(plane: number, slot: number): number {
    return this.hasSnow ? this.lines[plane]![slot]! : 0;
  }
}

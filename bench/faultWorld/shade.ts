// Shade of obstacles on a module: how much of it is covered, what a sun path loses to it, and where to put one.
import { DAY_MS } from '@helioport/domain/duration';
import { type Atmosphere, birdSky, transposer } from './irradiance.ts';
import type { Obstacle, Plane } from './model.ts';
import type { Dice } from './random.ts';
import { sunMinutes } from './sun.ts';

/** Covered share of the module times opacity, 0 to 1, for a place of the sun. */
export function shadeAt(obstacle: Obstacle, azimuth: number, elevation: number): number {
  if (elevation >= obstacle.top || elevation < obstacle.bottom) return 0;
  let aside = Math.abs(azimuth - obstacle.azimuth);
  if (aside > 180) aside = 360 - aside;
  const inside = obstacle.width / 2 - aside;
  if (inside <= 0) return 0;
  const side = Math.min(1, inside / obstacle.softness);
  const above = Math.min(1, (obstacle.top - elevation) / (obstacle.softness / 2));
  return obstacle.cover * Math.min(side, above);
}

const AIR: Atmosphere = { aerosol: 0.12, waterCm: 1.5, ozoneCm: 0.3, pressureRatio: 1 };

/** Clear-sky irradiance on an array every ten minutes of a day, in solar time. */
export function clearPath(latitude: number, dayNumber: number, plane: Plane) {
  const sun = sunMinutes(latitude, 0, dayNumber * DAY_MS, 1440);
  const put = transposer(plane);
  const sky = { dni: 0, dhi: 0 };
  const light = { beam: 0, diffuse: 0 };
  const path: { azimuth: number; elevation: number; beam: number; diffuse: number }[] = [];
  for (let m = 5; m < 1440; m += 10) {
    const [elevation, azimuth] = [sun.elevation[m]!, sun.azimuth[m]!];
    if (elevation < 2) continue;
    birdSky(elevation, sun.extraWm2, AIR, 0.2, sky);
    put({ elevation, azimuth }, { ...sky, extraWm2: sun.extraWm2, albedo: 0.2 }, light);
    path.push({ azimuth, elevation, beam: light.beam, diffuse: light.diffuse });
  }
  return path;
}

/** Share of a clear day's energy that the obstacle takes, between 0 and 1. */
export function clearDayLoss(path: ReturnType<typeof clearPath>, obstacle: Obstacle): number {
  let [lost, all] = [0, 0];
  for (const { azimuth, elevation, beam, diffuse } of path) {
    all += beam + diffuse;
    const covered = shadeAt(obstacle, azimuth, elevation);
    if (covered === 0) continue;
    const shaded = Math.min(1, Math.ceil(covered * 3 - 0.2) / 3);
    const through = diffuse + beam * (1 - obstacle.opacity);
    lost += Math.min(beam + diffuse - through, (beam + diffuse) * shaded);
  }
  return all > 0 ? lost / all : 0;
}

/** An obstacle that takes a share between `least` and `most` of a clear day; null if none was found. */
export function drawObstacle(
  dice: Dice,
  path: ReturnType<typeof clearPath>,
  shape: { width: readonly [number, number]; opacity: readonly [number, number] },
  [least, most]: readonly [number, number],
): Obstacle | null {
  if (path.length === 0) return null;
  for (let tries = 0; tries < 80; tries++) {
    const at = dice.pick(path);
    const obstacle: Obstacle = {
      azimuth: at.azimuth + 5 * dice.normal(),
      width: dice.between(...shape.width),
      top: at.elevation + dice.between(4, 25),
      bottom: -1,
      softness: dice.between(2, 6),
      cover: dice.pick([0.3, 0.6, 1, 1, 1]),
      opacity: dice.between(...shape.opacity),
    };
    const loss = clearDayLoss(path, obstacle);
    if (loss >= least && loss <= most) return obstacle;
  }
  return null;
}

// Labels of zones: letter, name, and orientation.
import { t } from '../../../../i18n.ts';
import type { Zone } from '../model/history.ts';

/** A, B … Z, AA, AB …: short enough for a module. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

export const zoneName = ({ name }: Pick<Zone, 'name'>, index: number): string =>
  name === '' ? letterOf(index) : `${letterOf(index)} · ${name}`;

const directions = [
  'layout.north',
  'layout.northEast',
  'layout.east',
  'layout.southEast',
  'layout.south',
  'layout.southWest',
  'layout.west',
  'layout.northWest',
] as const;

/** The compass direction of an azimuth (degrees clockwise from north). */
export const orientationOf = (azimuthDeg: number): string =>
  t(directions[Math.round(azimuthDeg / 45) % 8] ?? 'layout.north');

/** The name of a zone with the direction it faces and its tilt, for a drawing that is looked at. */
export const zoneTitle = (zone: Zone, index: number): string =>
  `${zone.name === '' ? letterOf(index) : zone.name} · ${orientationOf(zone.azimuthDeg)} ${Math.round(zone.tiltDeg)}°`;

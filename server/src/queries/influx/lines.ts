// Stored readings as line protocol, with the measurements, tags and fields that the input of feeds reads:
// docs/guides/influxdb.md describes them.
import { type DeviceRole, deviceKindByCode } from '@helioport/domain/deviceKinds';
import { type FeedRole, feedNames } from '@helioport/domain/feeds';
import { allMeasures, fieldOf, type Measure, measuresPer } from '@helioport/domain/measures';
import { type InfluxField, lineOfFields } from '@helioport/protocol/influx/lines';
import type { StoredReading } from '../../timeseries/query/history.ts';

const feedRoles: Readonly<Record<DeviceRole, FeedRole>> = { sun: 'pv', grid: 'grid', storage: 'battery' };

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Named {
  measure: Measure;
  name: string;
  /** What a value is divided by. */
  factor: number;
}

/** Names of the measurements of a device: those of feeds, and for others the role and the measurement. */
function namesOf(role: FeedRole): Named[] {
  return allMeasures.map((measure) => {
    const field = measure.key === 'energy' ? 'energyTodayWh' : fieldOf(measure, 'device');
    const known = Object.entries(feedNames).find(([, one]) => one.role === role && one.field === field);
    return known
      ? { measure, name: known[0], factor: known[1].factor ?? 1 }
      : { measure, name: `${role}_${snake(measure.key)}`, factor: 1 };
  });
}

const deviceNames: Readonly<Record<FeedRole, Named[]>> = {
  pv: namesOf('pv'),
  grid: namesOf('grid'),
  battery: namesOf('battery'),
};

/** Names of measurements of inputs and phases, without the role and the number. */
const partName = ({ key }: Measure): string => {
  if (key === 'energy') return 'energy_today';
  return key === 'energyTotal' ? 'energy' : snake(key).replace(/^(?:phase|dc)_/, '');
};
const places = [
  { lists: 'inputs', part: 'dc', measures: measuresPer('input') },
  { lists: 'phases', part: 'l', measures: measuresPer('phase') },
] as const;

/** Without the noise of divisions; stored steps are coarser. */
const rounded = (value: number) => Number(value.toFixed(6));

interface LineOwner {
  /** Of the plant. */
  sid: string;
  /** Of the device. */
  sn: string;
}

/** The line of a reading with its time in milliseconds; '' without measurements. Values that are unknown are absent. */
export function lineOfReading({ sid, sn }: LineOwner, { atMs, kind, values }: StoredReading): string {
  const role = deviceKindByCode(kind)?.role;
  if (!role) return '';
  const feedRole = feedRoles[role];
  const fields: InfluxField[] = [];
  for (const { measure, name, factor } of deviceNames[feedRole]) {
    const value = values.scalars[measure.key];
    if (value !== undefined) fields.push([name, rounded(value / factor)]);
  }
  for (const { lists, part, measures } of places)
    for (const measure of measures)
      for (const [i, value] of (values[lists][measure.key] ?? []).entries())
        if (value !== null) fields.push([`${feedRole}_${part}${i + 1}_${partName(measure)}`, rounded(value)]);
  return lineOfFields({ measurement: feedRole, tags: { plant: sid, device: sn }, fields, time: atMs });
}

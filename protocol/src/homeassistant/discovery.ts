// The messages by which Home Assistant finds a plant: MQTT discovery, one configuration for each sensor, and one state with
// all values. Pure.

/** The values of a plant now. Energies are lifetime counters; null: not known now, absent: the plant has no such value. */
export interface PlantValues {
  readonly powerW?: number | null;
  readonly energyWh?: number;
  readonly gridPowerW?: number | null;
  readonly importWh?: number;
  readonly exportWh?: number;
  readonly batteryPowerW?: number | null;
  readonly chargedWh?: number;
  readonly dischargedWh?: number;
  readonly socRatio?: number | null;
}

export interface DiscoveredPlant {
  readonly sid: string;
  readonly name: string;
  /** Address of the plant in the portal. */
  readonly url: string;
}

interface Sensor {
  readonly key: string;
  readonly name: string;
  readonly from: keyof PlantValues;
  readonly kind: 'power' | 'energy' | 'battery';
}

const sensors: readonly Sensor[] = [
  { key: 'power', name: 'Production', from: 'powerW', kind: 'power' },
  { key: 'energy', name: 'Produced energy', from: 'energyWh', kind: 'energy' },
  { key: 'grid_power', name: 'Grid power', from: 'gridPowerW', kind: 'power' },
  { key: 'grid_import', name: 'Imported energy', from: 'importWh', kind: 'energy' },
  { key: 'grid_export', name: 'Exported energy', from: 'exportWh', kind: 'energy' },
  { key: 'battery_power', name: 'Battery power', from: 'batteryPowerW', kind: 'power' },
  { key: 'battery_charge', name: 'Charged energy', from: 'chargedWh', kind: 'energy' },
  { key: 'battery_discharge', name: 'Discharged energy', from: 'dischargedWh', kind: 'energy' },
  { key: 'battery_soc', name: 'State of charge', from: 'socRatio', kind: 'battery' },
];

const kinds = {
  power: { device_class: 'power', state_class: 'measurement', unit_of_measurement: 'W', factor: 1 },
  energy: {
    device_class: 'energy',
    state_class: 'total_increasing',
    unit_of_measurement: 'kWh',
    factor: 1e-3,
  },
  battery: { device_class: 'battery', state_class: 'measurement', unit_of_measurement: '%', factor: 100 },
} as const;

/** A power that is not renewed for this time is not available, s. */
const EXPIRES_S = 900;

/** The ID of a plant as topics and IDs allow it. */
const idOf = (sid: string): string => `helioport_${sid.replace(/[^0-9A-Za-z_-]/g, '_')}`;

const stateTopicOf = (sid: string): string => `helioport-plant/${idOf(sid)}/state`;
const availabilityTopicOf = (sid: string): string => `helioport-plant/${idOf(sid)}/availability`;

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** The messages of a plant, by topic: configurations first, then availability and state. All are retained. */
export function discoveryOf(
  { sid, name, url }: DiscoveredPlant,
  values: PlantValues,
): ReadonlyMap<string, string> {
  const id = idOf(sid);
  const messages = new Map<string, string>();
  const state: Record<string, number | null> = {};
  for (const { key, name: sensorName, from, kind } of sensors) {
    const value = values[from];
    if (value === undefined) continue;
    const { factor, ...traits } = kinds[kind];
    state[key] = value === null ? null : rounded(value * factor);
    const config = {
      name: sensorName,
      unique_id: `${id}_${key}`,
      state_topic: stateTopicOf(sid),
      value_template: `{{ value_json.${key} }}`,
      ...traits,
      ...(kind === 'energy' ? { suggested_display_precision: 1 } : { expire_after: EXPIRES_S }),
      availability_topic: availabilityTopicOf(sid),
      device: {
        identifiers: [id],
        name,
        manufacturer: 'Helioport',
        model: 'PV plant',
        configuration_url: url,
      },
      origin: { name: 'Helioport' },
    };
    messages.set(`homeassistant/sensor/${id}/${key}/config`, JSON.stringify(config));
  }
  messages.set(availabilityTopicOf(sid), 'online');
  messages.set(stateTopicOf(sid), JSON.stringify(state));
  return messages;
}

/** The messages that end the availability of what was published. */
export const unavailable = (messages: ReadonlyMap<string, string>): [string, string][] =>
  [...messages.keys()].filter((topic) => topic.endsWith('/availability')).map((topic) => [topic, 'offline']);

// The kinds of feeds: whose calls the portal accepts. The kind is also the vendor in the `sn` of the devices of a feed.

export const feedKinds = [
  'pvoutput',
  'emoncms',
  'influx',
  'otlp',
  'shelly',
  'opendtu',
  'ahoy',
  'tasmota',
  'deye',
  'homeassistant',
  'apsystems',
  'enphase',
  'fronius',
  'sunspec',
] as const;

export type FeedKind = (typeof feedKinds)[number];

/** Kinds that connect to the MQTT broker, with the token as user name; the others send HTTP requests. */
export const mqttFeedKinds = [
  'opendtu',
  'ahoy',
  'tasmota',
  'deye',
  'homeassistant',
] as const satisfies readonly FeedKind[];

export type MqttFeedKind = (typeof mqttFeedKinds)[number];

/** Kinds that the agent in the network of the plant reads and sends as line protocol. */
export const agentFeedKinds = [
  'apsystems',
  'enphase',
  'fronius',
  'sunspec',
] as const satisfies readonly FeedKind[];

export type AgentFeedKind = (typeof agentFeedKinds)[number];

export const isAgentFeedKind = (kind: FeedKind): kind is AgentFeedKind =>
  (agentFeedKinds as readonly FeedKind[]).includes(kind);

/** Kinds that read the plant instead of sending values. */
export type ReadingFeedKind = 'homeassistant';

export const isReadingFeedKind = (kind: FeedKind): kind is ReadingFeedKind => kind === 'homeassistant';

export const isMqttFeedKind = (kind: FeedKind): kind is MqttFeedKind =>
  (mqttFeedKinds as readonly FeedKind[]).includes(kind);

/** What a device of a feed measures. */
export type FeedRole = 'pv' | 'grid' | 'battery';

/** Fields of a reading, in SI units; `energyTodayWh` is the counter of the day of an inverter. */
export type FeedField =
  | 'powerW'
  | 'energyOutWh'
  | 'energyInWh'
  | 'energyTodayWh'
  | 'acVoltageV'
  | 'frequencyHz'
  | 'temperatureC'
  | 'socRatio'
  | 'powerFactor'
  | 'reactivePowerVar'
  | 'powerLimitW'
  | 'signalStrengthDbm';

export interface FeedMeaning {
  readonly role: FeedRole;
  readonly field: FeedField;
  /** What a value is multiplied by. */
  readonly factor?: number;
}

/** By name; every power also ends in `_kw`, every energy in `_kwh`. */
export const feedNames: Readonly<Record<string, FeedMeaning>> = {
  pv_power: { role: 'pv', field: 'powerW' },
  pv_energy: { role: 'pv', field: 'energyOutWh' },
  pv_energy_today: { role: 'pv', field: 'energyTodayWh' },
  pv_voltage: { role: 'pv', field: 'acVoltageV' },
  pv_frequency: { role: 'pv', field: 'frequencyHz' },
  pv_temperature: { role: 'pv', field: 'temperatureC' },
  grid_power: { role: 'grid', field: 'powerW' },
  grid_import_energy: { role: 'grid', field: 'energyInWh' },
  grid_export_energy: { role: 'grid', field: 'energyOutWh' },
  grid_voltage: { role: 'grid', field: 'acVoltageV' },
  grid_frequency: { role: 'grid', field: 'frequencyHz' },
  battery_power: { role: 'battery', field: 'powerW' },
  battery_charge_energy: { role: 'battery', field: 'energyInWh' },
  battery_discharge_energy: { role: 'battery', field: 'energyOutWh' },
  battery_soc: { role: 'battery', field: 'socRatio', factor: 0.01 },
  battery_temperature: { role: 'battery', field: 'temperatureC' },
};

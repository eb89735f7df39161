// Device kinds and their measurements. A new kind is one entry here.
import type { MeasureKey } from './measures.ts';

export type DeviceKindKey = 'microinverter' | 'meter' | 'battery' | 'gateway' | 'allInOne' | 'stringMachine';

/** What a device does in its plant: makes energy from the sun, counts at the grid, stores. */
export type DeviceRole = 'sun' | 'grid' | 'storage';

/** Device lists of the portal, each with its path: `/devices/<list>`. */
export type DeviceList = 'index' | 'electricMeter' | 'allInOneMachine' | 'stringMachine';

/** A component of a composite device: stored as a device of its own, always in the same plant. */
export interface ComponentOfKind {
  /** Its name in the device's messages and in its `sn`. */
  readonly part: string;
  readonly kind: DeviceKindKey;
}

export interface DeviceKind {
  readonly key: DeviceKindKey;
  /** Number in the store. */
  readonly code: number;
  /** What its charts offer always; whatever else it reports they offer too. */
  readonly measures: readonly MeasureKey[];
  /** The measurement that is its current power; null for kinds without one. */
  readonly power: MeasureKey | null;
  /**
   * Counters whose growth is the energy of a day: first what the device produced, imported or charged, then
   * what it exported or discharged. A producer has two counters of the same energy: per day and, as a
   * fallback, lifetime.
   */
  readonly counters: readonly [MeasureKey, MeasureKey] | null;
  /** Whether it makes energy from the sun and so counts into the plant's production. */
  readonly isProducer: boolean;
  /** Each input has a single module, so the voltage of an input is that of a module. */
  readonly isOneModuleAnInput: boolean;
  /** Null without a role of its own: a gateway, and a composite device, whose components have one each. */
  readonly role: DeviceRole | null;
  /** Empty for simple devices. A composite device stores no measurements: its components do. */
  readonly parts: readonly ComponentOfKind[];
  /** Which list of devices shows it. */
  readonly list: DeviceList;
  /** What older clients take for the kind of page that shows it; only 2 is publicly known. */
  readonly pageType: number;
  /** The figure of the fleet that counts it by kind; null for none. */
  readonly countedAs: 'mrCount' | 'gatewayCount' | null;
  readonly localeKey: string;
}

/** What kinds of one role have in common. */
interface RoleTraits extends Pick<DeviceKind, 'measures' | 'power' | 'counters' | 'role'> {}

interface Traits extends RoleTraits, Pick<DeviceKind, 'pageType' | 'list'> {
  readonly parts?: readonly ComponentOfKind[];
  readonly countedAs?: DeviceKind['countedAs'];
  readonly isOneModuleAnInput?: true;
}

const kind = (key: DeviceKindKey, code: number, traits: Traits): DeviceKind => ({
  key,
  code,
  isProducer: traits.role === 'sun',
  isOneModuleAnInput: false,
  parts: [],
  countedAs: null,
  ...traits,
  localeKey: `deviceKind.${key}`,
});

const inverter: RoleTraits = {
  role: 'sun',
  measures: ['power', 'energy', 'dcVoltage', 'acVoltage', 'frequency', 'temperature'],
  power: 'power',
  counters: ['energy', 'energyTotal'],
};
const meter: RoleTraits = {
  role: 'grid',
  measures: ['gridPower', 'energyImported', 'energyExported', 'acVoltage', 'frequency'],
  power: 'gridPower',
  counters: ['energyImported', 'energyExported'],
};
const battery: RoleTraits = {
  role: 'storage',
  measures: ['batteryPower', 'soc', 'energyCharged', 'energyDischarged', 'temperature'],
  power: 'batteryPower',
  counters: ['energyCharged', 'energyDischarged'],
};
const nothing: RoleTraits = { role: null, measures: [], power: null, counters: null };

export const deviceKinds: readonly DeviceKind[] = [
  kind('microinverter', 0, {
    ...inverter,
    list: 'index',
    pageType: 2,
    countedAs: 'mrCount',
    isOneModuleAnInput: true,
  }),
  kind('meter', 1, { ...meter, list: 'electricMeter', pageType: 3 }),
  kind('battery', 2, { ...battery, list: 'allInOneMachine', pageType: 6 }),
  kind('gateway', 3, { ...nothing, list: 'index', pageType: 7, countedAs: 'gatewayCount' }),
  kind('allInOne', 4, {
    ...nothing,
    list: 'allInOneMachine',
    pageType: 4,
    parts: [
      { part: 'inverter', kind: 'stringMachine' },
      { part: 'meter', kind: 'meter' },
      { part: 'battery', kind: 'battery' },
    ],
  }),
  kind('stringMachine', 5, { ...inverter, list: 'stringMachine', pageType: 5 }),
];

const byKey = new Map(deviceKinds.map((k) => [k.key, k]));
const byCode = new Map(deviceKinds.map((k) => [k.code, k]));

/** The kind of this name. */
export function deviceKind(key: DeviceKindKey): DeviceKind {
  const found = byKey.get(key);
  if (!found) throw new Error(`unknown device type ${key}`);
  return found;
}

/** The kind of a name from the database or a message; undefined for unknown names. */
export const deviceKindNamed = (name: string): DeviceKind | undefined => byKey.get(name as DeviceKindKey);

/** The kinds that a list shows. */
export const kindsOfList = (list: DeviceList): DeviceKindKey[] =>
  deviceKinds.filter((one) => one.list === list).map(({ key }) => key);

/** True for a composite device, which reports for its components and stores no measurements itself. */
export const isComposite = ({ parts }: DeviceKind): boolean => parts.length > 0;

/** True for a battery, and for a composite device with one. */
export const hasStorage = ({ role, parts }: DeviceKind): boolean =>
  role === 'storage' || parts.some((one) => deviceKind(one.kind).role === 'storage');

/** True for an inverter with modules in series at its inputs. */
export const hasStrings = ({ isProducer, isOneModuleAnInput }: DeviceKind): boolean =>
  isProducer && !isOneModuleAnInput;

/**
 * True for devices that download firmware on their own once commanded: batteries, composite devices and
 * string inverters.
 */
export const fetchesFirmware = (kind: DeviceKind): boolean => hasStorage(kind) || hasStrings(kind);

/** True for a device that relays data of others and measures nothing itself. */
export const isGateway = ({ measures, parts }: DeviceKind): boolean =>
  measures.length === 0 && parts.length === 0;

/** The kind of a number in the database; undefined for unknown numbers. */
export const deviceKindByCode = (code: number): DeviceKind | undefined => byCode.get(code);

// The devices of a plant as rows, each with its own state.
import { type DeviceKindKey, deviceKind, isMachine } from '@helioport/domain/deviceKinds';
import type { StateKey } from '@helioport/domain/state';
import { energyFigure, powerFigure } from '../base/amounts.ts';
import type { SiteDetail } from './plant.ts';
import { type Clock, powerNow, type Seen, stateWords } from './stateWords.ts';

/** What a row must know of a device. */
export interface ListedDevice extends Seen {
  /** The state from the newest reading alone. */
  reporting: StateKey;
  sn: string;
  /** The name that people gave it; '' for none. */
  alias: string;
  kind: DeviceKindKey;
  /** The name of its model. */
  model: string;
  parent: string | null;
  part: string;
  /** W. */
  now: number;
  /** kWh. */
  todayPower: number;
  totalPower: number;
}

export interface DeviceRow<D extends ListedDevice = SiteDetail['sn'][number]> {
  device: D;
  /** False for meters and batteries, whose energies are no production. A machine makes what its parts make. */
  isProducer: boolean;
  clock: Clock;
  /** Of a machine, folded below it and counted with it; of all else none. */
  parts: readonly DeviceRow<D>[];
}

/** One row per device in the order of the answer; the components of a composite device are in its row. */
export function deviceRows<D extends ListedDevice>({ detail, now }: DevicesOf<D>): DeviceRow<D>[] {
  const rowOf = (device: D): DeviceRow<D> => {
    const parts = detail.sn.filter(({ parent }) => parent === device.sn).map(rowOf);
    const makes = deviceKind(device.kind).isProducer || parts.some(({ isProducer }) => isProducer);
    return { device, isProducer: makes, clock: { timeZone: detail.timezone, nowMs: now }, parts };
  };
  const known = new Set(detail.sn.map(({ sn }) => sn));
  return detail.sn.filter(({ parent }) => parent === null || !known.has(parent)).map(rowOf);
}

interface DevicesOf<D> {
  detail: { sn: readonly D[]; timezone: string };
  /** The instant, ms, for which all this is said. */
  now: number;
}

/** The rows with the parts of those machines that are open, each below its machine. */
export const unfolded = <D extends ListedDevice>(
  rows: readonly DeviceRow<D>[],
  isOpen: (sn: string) => boolean,
): DeviceRow<D>[] => rows.flatMap((row) => (isOpen(row.device.sn) ? [row, ...row.parts] : [row]));

export type AnyRow = DeviceRow<ListedDevice>;

/** The device or one of its components has an issue: not reporting, not producing, or a fault. */
export const isTroubled = ({ device: { severity }, parts }: AnyRow): boolean =>
  severity !== 'none' || parts.some(isTroubled);

/** What makes the power and energy of the row: the device, or those parts of a machine that make some. */
const makersOf = (row: AnyRow): readonly AnyRow[] =>
  row.parts.length === 0 ? [row] : row.parts.filter(({ isProducer }) => isProducer);

/** The sum of what is known; null where nothing is. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** W; null where the last figure is old. A machine measures nothing itself: its power is that of its parts. */
const powerOf = (row: AnyRow): number | null =>
  isUnheard(row) ? null : sumOf(makersOf(row).map(({ device }) => powerNow(device.reporting, device.now)));

/** A machine whose parts are not known yet. */
const isUnheard = ({ device, parts }: AnyRow): boolean =>
  parts.length === 0 && isMachine(deviceKind(device.kind));

/** Power now; a dash where the last figure is old. */
export const powerOfDevice = (row: AnyRow): string => powerFigure(powerOf(row)).text;

/** kWh of the running day or of all time; null for what makes none and for what never reported. */
const energyOf = (row: AnyRow, which: 'todayPower' | 'totalPower'): number | null =>
  sumOf(
    makersOf(row).map(({ device, isProducer }) =>
      isProducer && device.lastReportAt !== null ? device[which] : null,
    ),
  );

/** An energy in kWh; a dash for devices that produce none. */
export const energyOfDevice = (row: AnyRow, which: 'todayPower' | 'totalPower'): string =>
  energyFigure(energyOf(row, which)).text;

/** The state in words: what was found about it first, an alert by its name. */
export const statusTextOf = ({ device, clock }: AnyRow): string => stateWords(device, clock);

/** The state by which it is drawn. */
export const statusOf = ({ device }: AnyRow) => device.state;

/** What a column of the table sorts by. */
export function deviceValue(row: AnyRow, key: string): string | number | null {
  const { device } = row;
  switch (key) {
    case 'sn':
      return device.alias || device.sn;
    case 'alias':
      return device.alias;
    case 'model':
      return device.model;
    case 'status':
      return statusTextOf(row);
    case 'now':
      return powerOf(row);
    case 'today':
      return energyOf(row, 'todayPower');
    case 'total':
      return energyOf(row, 'totalPower');
    default:
      return device.lastReportAt;
  }
}

/**
 * The same value in an export, where each component has its own line: values of a composite device are left out, so
 * that they are not counted twice.
 */
export const exportedValue = (row: AnyRow, key: string): string | number | null =>
  row.parts.length > 0 && ['now', 'today', 'total'].includes(key) ? null : deviceValue(row, key);

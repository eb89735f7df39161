// The devices of a plant as rows, each with its own state.
import { type DeviceKindKey, deviceKind, isComposite } from '@helioport/domain/deviceKinds';
import type { StateKey } from '@helioport/domain/state';
import { energyFigure, powerFigure } from '../base/amounts.ts';
import type { SiteDetail } from './plant.ts';
import { type Clock, powerNow, type Seen, stateWords } from './stateWords.ts';

/** The device data that a row needs. */
export interface ListedDevice extends Seen {
  /** The state from the newest reading alone. */
  reporting: StateKey;
  sn: string;
  /** The custom name; '' for none. */
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
  /**
   * False for meters and batteries, whose energy is not production. A composite device produces what its components
   * produce.
   */
  isProducer: boolean;
  clock: Clock;
  /** Components of a composite device, collapsed below it and included in its values; otherwise empty. */
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
  /** The instant of this data, ms. */
  now: number;
}

/** The rows, with the components of expanded composite devices below them. */
export const flattened = <D extends ListedDevice>(
  rows: readonly DeviceRow<D>[],
  isOpen: (sn: string) => boolean,
): DeviceRow<D>[] => rows.flatMap((row) => (isOpen(row.device.sn) ? [row, ...row.parts] : [row]));

export type AnyRow = DeviceRow<ListedDevice>;

/** The device or one of its components has an issue: not reporting, not producing, or a fault. */
export const hasIssue = ({ device: { severity }, parts }: AnyRow): boolean =>
  severity !== 'none' || parts.some(hasIssue);

/**
 * The devices that produce the row's power and energy: the device itself, or the producing components of a composite
 * device.
 */
const makersOf = (row: AnyRow): readonly AnyRow[] =>
  row.parts.length === 0 ? [row] : row.parts.filter(({ isProducer }) => isProducer);

/** The sum of the known values; null if there are none. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/**
 * W; null if the last value is outdated. A composite device measures nothing itself: its power is that of its
 * components.
 */
const powerOf = (row: AnyRow): number | null =>
  isNotReporting(row)
    ? null
    : sumOf(makersOf(row).map(({ device }) => powerNow(device.reporting, device.now)));

/** A composite device without known components. */
const isNotReporting = ({ device, parts }: AnyRow): boolean =>
  parts.length === 0 && isComposite(deviceKind(device.kind));

/** Present power; a dash if the last value is outdated. */
export const powerOfDevice = (row: AnyRow): string => powerFigure(powerOf(row)).text;

/** kWh of the current day or lifetime; null for devices that produce nothing or have never reported. */
const energyOf = (row: AnyRow, which: 'todayPower' | 'totalPower'): number | null =>
  sumOf(
    makersOf(row).map(({ device, isProducer }) =>
      isProducer && device.lastReportAt !== null ? device[which] : null,
    ),
  );

/** An energy in kWh; a dash for devices that produce none. */
export const energyOfDevice = (row: AnyRow, which: 'todayPower' | 'totalPower'): string =>
  energyFigure(energyOf(row, which)).text;

/** The state as text: a detected issue first, an alert by its name. */
export const statusTextOf = ({ device, clock }: AnyRow): string => stateWords(device, clock);

/** The state that determines the icon. */
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

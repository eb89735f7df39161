// The devices of a plant as rows, each with its own state.
<<<<<<< HEAD
import { deviceKind } from '@helioport/domain/deviceKinds';
import { energyFigure } from '../ui/base/amounts.ts';
=======
import { deviceKind, isMachine } from '@helioport/domain/deviceKinds';
import { energyFigure, powerFigure } from '../ui/base/amounts.ts';
import { statusWords } from '../ui/base/StatusTag.tsx';
>>>>>>> b646871 (Ask the catalogue what a kind of device can do, and let a test find who asks its number or name)
import type { Plant, SiteDetail } from './plant.ts';
import { type Clock, powerNow, powerNowText, shownState, stateWords } from './stateWords.ts';

export interface DeviceRow {
  device: SiteDetail['sn'][number];
<<<<<<< HEAD
  /** False for meters and batteries, whose energies are no production. */
=======
  state: PlantState;
  lastReportAt: number | null;
  /** False for meters and batteries, whose energies are no production, and for machines, whose parts make it. */
>>>>>>> b646871 (Ask the catalogue what a kind of device can do, and let a test find who asks its number or name)
  isProducer: boolean;
  clock: Clock;
}

/** One row per device, in the order of the answer. */
<<<<<<< HEAD
export const deviceRows = ({ detail, now }: Plant): DeviceRow[] =>
  detail.sn.map((device) => ({
    device,
    isProducer: deviceKind(device.kind).isProducer,
    clock: { timeZone: detail.timezone, nowMs: now },
  }));

/** Something is to be said of it: it is silent, makes nothing, or reports a fault. */
export const isTroubled = ({ device: { state, trouble } }: DeviceRow): boolean =>
  trouble !== null || state === 'alert' || state === 'silent' || state === 'offline';

/** Power now; a dash where the last figure is old. */
export const powerOfDevice = ({ device }: DeviceRow): string => powerNowText(device.state, device.now);
=======
export function deviceRows({ detail, now }: Pick<Plant, 'detail' | 'now'>): DeviceRow[] {
  const { latitude, longitude, timezone } = detail;
  return detail.sn.map((device) => {
    const lastReportAt = heardAt(device, timezone, now);
    const { isProducer } = deviceKind(device.kind);
    // A meter does not live on the sun: its silence at night is no sleep.
    const place = isProducer ? { latitude, longitude } : { latitude: undefined, longitude: undefined };
    const state = plantState({ status: device.status, ...place, lastReportAt }, now);
    return { device, state, lastReportAt, isProducer };
  });
}

/** Power now; a dash where the last figure is old, and for machines, whose parts stand below them. */
export const powerOfDevice = ({ device, state }: DeviceRow): string =>
  state.isLive && !isMachine(deviceKind(device.kind)) ? powerFigure(device.now).text : '–';
>>>>>>> b646871 (Ask the catalogue what a kind of device can do, and let a test find who asks its number or name)

/** An energy in kWh; a dash for devices that produce none. */
export const energyOfDevice = ({ isProducer }: DeviceRow, energyKwh: number): string =>
  isProducer ? energyFigure(energyKwh).text : '–';

/** The state in words: what was found about it first, an alert by its name. */
export const statusTextOf = ({ device, clock }: DeviceRow): string => stateWords(device, clock);

/** The state by which it is drawn. */
export const statusOf = ({ device }: DeviceRow) => shownState(device);

/** What a column of the table sorts by. */
export function deviceValue(row: DeviceRow, key: string): string | number | null {
  const { device, isProducer } = row;
  switch (key) {
    case 'sn':
      return device.sn;
    case 'model':
      return device.model;
    case 'status':
      return statusTextOf(row);
    case 'now':
      return powerNow(device.state, device.now);
    case 'today':
      return isProducer ? device.todayPower : null;
    case 'total':
      return isProducer ? device.totalPower : null;
    default:
      return device.lastReportAt;
  }
}

// The devices of a plant as rows, each with its own state.
import { deviceKind, isMachine } from '@helioport/domain/deviceKinds';
import { energyFigure } from '../ui/base/amounts.ts';
import type { Plant, SiteDetail } from './plant.ts';
import { type Clock, powerNow, powerNowText, shownState, stateWords } from './stateWords.ts';

export interface DeviceRow {
  device: SiteDetail['sn'][number];
  /** False for meters and batteries, whose energies are no production, and for machines, whose parts make it. */
  isProducer: boolean;
  clock: Clock;
}

/** One row per device, in the order of the answer. */
export const deviceRows = ({ detail, now }: Plant): DeviceRow[] =>
  detail.sn.map((device) => ({
    device,
    isProducer: deviceKind(device.kind).isProducer,
    clock: { timeZone: detail.timezone, nowMs: now },
  }));

/** Something is to be said of it: it is silent, makes nothing, or reports a fault. */
export const isTroubled = ({ device: { state, trouble } }: DeviceRow): boolean =>
  trouble !== null || state === 'alert' || state === 'silent' || state === 'offline';

/** Power now; a dash where the last figure is old, and for machines, whose parts stand beside them. */
export const powerOfDevice = ({ device }: DeviceRow): string =>
  isMachine(deviceKind(device.kind)) ? '–' : powerNowText(device.state, device.now);

/** An energy in kWh; a dash for devices that produce none. */
export const energyOfDevice = (row: DeviceRow, energyKwh: number): string =>
  hasEnergy(row) ? energyFigure(energyKwh).text : '–';

/** What never reported has made nobody knows what. */
const hasEnergy = ({ isProducer, device }: DeviceRow): boolean => isProducer && device.lastReportAt !== null;

/** The state in words: what was found about it first, an alert by its name. */
export const statusTextOf = ({ device, clock }: DeviceRow): string => stateWords(device, clock);

/** The state by which it is drawn. */
export const statusOf = ({ device }: DeviceRow) => shownState(device);

/** What a column of the table sorts by. */
export function deviceValue(row: DeviceRow, key: string): string | number | null {
  const { device } = row;
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
      return hasEnergy(row) ? device.todayPower : null;
    case 'total':
      return hasEnergy(row) ? device.totalPower : null;
    default:
      return device.lastReportAt;
  }
}

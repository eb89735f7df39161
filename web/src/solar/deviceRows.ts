// The devices of a plant as rows, each with its own state.
import { energyFigure, powerFigure } from '../ui/base/amounts.ts';
import { statusWords } from '../ui/base/StatusTag.tsx';
import type { Plant, SiteDetail } from './plant.ts';
import { heardAt, type PlantState, plantState } from './plantState.ts';

export interface DeviceRow {
  device: SiteDetail['sn'][number];
  state: PlantState;
  lastReportAt: number | null;
  /** False for meters and batteries, whose energies are no production. */
  isProducer: boolean;
}

/** Kinds of devices by the page that older clients show them on; only 2 is publicly known. */
const NO_PRODUCERS = new Set([3, 6, 7]);

/** One row per device, in the order of the answer. */
export function deviceRows({ detail, overview, now }: Plant): DeviceRow[] {
  const { latitude, longitude, timezone } = detail;
  const pageTypes = new Map(overview.data?.deviceList.map(({ sn, pageType }) => [sn, pageType]));
  return detail.sn.map((device) => {
    const lastReportAt = heardAt(device, timezone, now);
    const isProducer = !NO_PRODUCERS.has(pageTypes.get(device.sn) ?? 2);
    // A meter does not live on the sun: its silence at night is no sleep.
    const place = isProducer ? { latitude, longitude } : { latitude: undefined, longitude: undefined };
    const state = plantState({ status: device.status, ...place, lastReportAt }, now);
    return { device, state, lastReportAt, isProducer };
  });
}

/** Power now; a dash where the last figure is old. */
export const powerOfDevice = ({ device, state }: DeviceRow): string =>
  state.isLive ? powerFigure(device.now).text : '–';

/** An energy in kWh; a dash for devices that produce none. */
export const energyOfDevice = ({ isProducer }: DeviceRow, energyKwh: number): string =>
  isProducer ? energyFigure(energyKwh).text : '–';

/** The status in words, an alert by its name. */
export const statusTextOf = ({ device, state }: DeviceRow): string =>
  state.status === 'alert' ? device.alertTitle : statusWords(state.status);

/** What a column of the table sorts by. */
export function deviceValue(row: DeviceRow, key: string): string | number | null {
  const { device, state, lastReportAt, isProducer } = row;
  switch (key) {
    case 'sn':
      return device.sn;
    case 'model':
      return device.model;
    case 'status':
      return statusTextOf(row);
    case 'now':
      return state.isLive ? device.now : null;
    case 'today':
      return isProducer ? device.todayPower : null;
    case 'total':
      return isProducer ? device.totalPower : null;
    default:
      return lastReportAt;
  }
}

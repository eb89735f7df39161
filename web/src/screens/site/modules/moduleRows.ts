// The modules of a plant as rows: what each gives, beside the others of its plant.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { faultsOf, isAlert, primaryFault } from '@helioport/domain/faults';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import { wordsFor } from '../../../i18n.ts';
import type { Plant } from '../../../solar/plant.ts';
import { heardAt, plantState } from '../../../solar/plantState.ts';
import type { Status } from '../../../ui/base/StatusTag.tsx';

type Answer = OutputOf<typeof site.modules>;

export interface ModuleRow {
  plcSN: string;
  sn: string;
  /** Name of the device, else its serial. */
  device: string;
  modelName: string;
  addr: number;
  /** All inputs of the device in one row, beside which no single module can be judged. */
  isUndivided: boolean;
  nowW: number | null;
  todayKwh: number;
  totalKwh: number;
  /** This module over the plant's median module; null while there is too little to compare. */
  ratio: number | null;
  status: Status;
  /** The status in words of its own, such as the name of a fault; null: the usual ones. */
  statusText: string | null;
  lastReportAt: number | null;
}

/** Below this a comparison of energies is noise: counters move in steps of some Wh. */
const LEAST_KWH = 0.1;
/** Below this a comparison of powers is noise: dawn reaches one module before the other. */
const LEAST_W = 20;

/** What modules are compared by: the energy of the day, or early in the day the power of this moment. */
export type RatioBasis = 'today' | 'now';

/** The middle one of the values, the mean of the two in the middle of an even number; null of none. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

/** The rows in the order of devices and inputs, and what their ratios compare. */
export function moduleRows(answer: Answer, plant: Plant): { rows: ModuleRow[]; basis: RatioBasis } {
  const rows = unrated(answer, plant);
  const single = rows.filter(({ isUndivided }) => !isUndivided);
  const medianKwh = medianOf(single.map(({ todayKwh }) => todayKwh)) ?? 0;
  if (medianKwh >= LEAST_KWH) {
    const ratioOf = (row: ModuleRow) => (row.isUndivided ? null : row.todayKwh / medianKwh);
    return { rows: rows.map((row) => ({ ...row, ratio: ratioOf(row) })), basis: 'today' };
  }
  const medianW = medianOf(single.flatMap(({ nowW }) => nowW ?? [])) ?? 0;
  const ratioOf = ({ nowW, isUndivided }: ModuleRow) =>
    isUndivided || nowW === null || medianW < LEAST_W ? null : nowW / medianW;
  return { rows: rows.map((row) => ({ ...row, ratio: ratioOf(row) })), basis: 'now' };
}

function unrated(answer: Answer, { detail, now }: Plant): ModuleRow[] {
  const { timezone, latitude, longitude } = detail;
  return answer.list.flatMap((device) =>
    device.modules.map((module): ModuleRow => {
      const lastReportAt = heardAt(module, timezone, now);
      const bits = Number.parseInt(module.status, 16);
      const isSilent = lastReportAt === null || now - lastReportAt > STALE_AFTER_MS;
      const wire = isSilent ? -1 : isAlert(bits) ? 1 : 0;
      const state = plantState({ status: wire, latitude, longitude, lastReportAt }, now);
      return {
        plcSN: module.plcSN,
        sn: device.sn,
        device: device.alias || device.sn,
        modelName: device.modelName,
        addr: module.addr,
        isUndivided: module.isUndivided,
        nowW: state.isLive ? module.now : null,
        todayKwh: module.todayPower,
        totalKwh: module.totalPower,
        ratio: null,
        status: state.status,
        statusText: state.status === 'alert' ? faultText(bits) : null,
        lastReportAt,
      };
    }),
  );
}

function faultText(bits: number): string | null {
  const fault = primaryFault(bits);
  if (fault === undefined) return null;
  const more = faultsOf(bits).length - 1;
  const title = wordsFor(fault.titleKey, fault.title);
  return more > 0 ? `${title} +${more}` : title;
}

export interface ModuleFilters {
  q: string;
  device: string;
  state: string;
}

/** The rows that fit a search by module or device, a device, and a status. */
export function filterModules(rows: readonly ModuleRow[], { q, device, state }: ModuleFilters): ModuleRow[] {
  const sought = q.toLowerCase();
  return rows.filter(
    (row) =>
      (device === '' || row.sn === device) &&
      (state === '' || row.status === state) &&
      (sought === '' ||
        [row.plcSN, row.device, row.modelName].some((text) => text.toLowerCase().includes(sought))),
  );
}

/** What a column of the table sorts by. */
export function moduleValue(row: ModuleRow, key: string): string | number | null | undefined {
  switch (key) {
    case 'module':
      return row.plcSN;
    case 'device':
      return row.device;
    case 'status':
      return row.status;
    case 'now':
      return row.nowW;
    case 'today':
      return row.todayKwh;
    case 'total':
      return row.totalKwh;
    case 'ratio':
      return row.ratio;
    case 'lastUpdate':
      return row.lastReportAt;
    default:
      return undefined;
  }
}

// The modules of a plant as rows: the values of each, compared with the others of its plant.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { LEAST_IN_ARRAY, medianOf } from '@helioport/domain/arrayMedian';
import { severityPlace } from '@helioport/domain/condition';
import { faultsOf, primaryFault } from '@helioport/domain/faults';
import { reportingStates, type StateKey } from '@helioport/domain/state';
import { powerNow, type Seen } from '../../../components/pv/stateWords.ts';
import { wordsFor } from '../../../i18n.ts';

type Answer = OutputOf<typeof site.modules>;

/** Why a module is not compared: no array, too few modules in it, or too little production. */
export type NoRatio = 'noPlane' | 'fewInPlane' | 'tooLittle';

export interface ModuleRow extends Seen {
  /** The state from the newest reading of its device alone. */
  reporting: StateKey;
  plcSN: string;
  sn: string;
  /** Name of the device, else its serial number. */
  device: string;
  modelName: string;
  addr: number;
  /** All inputs of the device in one row, so that single modules cannot be evaluated. */
  isUndivided: boolean;
  /** Reported as not producing while others of its device or array produce. */
  isDead: boolean;
  planeId: number | null;
  /** Rated power in W; null where none was entered. */
  ratedW: number | null;
  /** Power now in W; null where the last one is old. */
  nowW: number | null;
  todayKwh: number;
  totalKwh: number;
  /** Ratio to the median module of its array; null if there is too little to compare. */
  ratio: number | null;
  /** Why there is no ratio; null where there is one, or the module has no value. */
  noRatio: NoRatio | null;
}

/** The name of a module as findings state it, "Barn 6 / 3"; its serial number if the device has no name. */
export const moduleNameOf = ({
  device,
  sn,
  addr,
  plcSN,
}: Pick<ModuleRow, 'device' | 'sn' | 'addr' | 'plcSN'>): string =>
  device === sn ? plcSN : `${device} / ${addr}`;

/** Below this, energy comparisons are noise: counters advance in steps of some Wh. */
const LEAST_KWH = 0.1;
/** Below this, power comparisons are noise: dawn does not reach all modules simultaneously. */
const LEAST_W = 20;

/** What modules are compared by: the energy of the day, or early in the day the power of this moment. */
export type RatioBasis = 'today' | 'now';

/** The rows in the order of devices and inputs, and what their ratios compare. */
export function moduleRows(answer: Answer): { rows: ModuleRow[]; basis: RatioBasis } {
  const rows = unrated(answer);
  const medianKwh = medianOf(rows.map(({ todayKwh }) => todayKwh)) ?? 0;
  const basis = medianKwh >= LEAST_KWH ? 'today' : 'now';
  const byArray = new Map<number, ModuleRow[]>();
  for (const row of rows) {
    // A row of several modules is not part of its array.
    if (row.planeId !== null && !row.isUndivided)
      byArray.set(row.planeId, [...(byArray.get(row.planeId) ?? []), row]);
  }
  return {
    rows: rows.map((row) =>
      compared(row, row.planeId === null ? [] : (byArray.get(row.planeId) ?? []), basis),
    ),
    basis,
  };
}

/**
 * Compares a row with the median of its array, because arrays of other orientations receive other irradiance. If all
 * modules of the array have a rating, energy and power are compared per watt.
 */
function compared(row: ModuleRow, siblings: readonly ModuleRow[], basis: RatioBasis): ModuleRow {
  if (row.isUndivided) return row;
  if (row.planeId === null) return { ...row, noRatio: 'noPlane' };
  if (siblings.length < LEAST_IN_ARRAY) return { ...row, noRatio: 'fewInPlane' };
  const isRated = siblings.every(({ ratedW }) => ratedW !== null);
  const given = ({ todayKwh, nowW }: ModuleRow) => (basis === 'today' ? todayKwh : nowW);
  const perWatt = (one: ModuleRow) => {
    const value = given(one);
    return value === null ? null : value / (isRated ? (one.ratedW ?? 1) : 1);
  };
  const least = basis === 'today' ? LEAST_KWH : LEAST_W;
  const isEnough = (medianOf(siblings.flatMap((one) => given(one) ?? [])) ?? 0) >= least;
  const median = medianOf(siblings.flatMap((one) => perWatt(one) ?? [])) ?? 0;
  const own = perWatt(row);
  if (!isEnough || median <= 0) return { ...row, noRatio: 'tooLittle' };
  return { ...row, ratio: own === null ? null : own / median };
}

const unrated = (answer: Answer): ModuleRow[] =>
  answer.list.flatMap((device) =>
    device.modules.map((module): ModuleRow => {
      const { reporting, lastReportAt, causeSince } = device;
      const { state, severity, cause } = module;
      return {
        plcSN: module.plcSN,
        sn: device.sn,
        device: device.alias || device.sn,
        modelName: device.modelName,
        addr: module.addr,
        isUndivided: module.isUndivided,
        isDead: cause === 'modulesMakeNothing' || cause === 'makesNothing',
        planeId: module.planeId,
        ratedW: module.ratedW,
        nowW: powerNow(reporting, module.now),
        todayKwh: module.todayPower,
        totalKwh: module.totalPower,
        ratio: null,
        noRatio: null,
        state,
        severity,
        reporting,
        lastReportAt,
        causeSince,
        // The row is a single module, so use the singular text.
        cause: cause === 'modulesMakeNothing' ? 'makesNothing' : cause,
        ...(state === 'alert' ? { alertTitle: faultText(Number.parseInt(module.status, 16)) } : {}),
      };
    }),
  );

function faultText(bits: number): string {
  const fault = primaryFault(bits);
  if (fault === undefined) return '';
  const more = faultsOf(bits).length - 1;
  const title = wordsFor(fault.titleKey, fault.title);
  return more > 0 ? `${title} +${more}` : title;
}

const NOT_COMPARED = 1e9;

/** The greatest problem first: not producing, then the lowest ratio; what cannot be compared comes last. */
export const byProblem = (a: ModuleRow, b: ModuleRow): number =>
  Number(b.isDead) - Number(a.isDead) || (a.ratio ?? NOT_COMPARED) - (b.ratio ?? NOT_COMPARED);

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
      (state === '' || row.state === state) &&
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
      return (
        reportingStates.findIndex((one) => one.state === row.state) +
        severityPlace(row.severity) * reportingStates.length
      );
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

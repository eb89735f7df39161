import { describe, expect, test } from 'vitest';
import { filterModules, moduleRows } from './moduleRows.ts';

type Answer = Parameters<typeof moduleRows>[0];
type Device = Answer['list'][number];

const device = (more: Partial<Device> = {}): Device => ({
  sn: 'A0000001',
  isPhase: false,
  kind: 'microinverter',
  alias: '',
  model: 0,
  modelName: 'BDM',
  status: 0,
  statusTitle: '',
  state: 'live',
  lastReportAt: 1,
  trouble: null,
  idleAddrs: [],
  severity: 'none',
  cause: null,
  causeSince: null,
  reporting: 'live',
  alertCode: '0000',
  alertTitle: '',
  lastUpdate: '',
  version: '',
  modules: [],
  ...more,
});

const module = (addr: number, more: Partial<Device['modules'][number]> = {}): Device['modules'][number] => ({
  plcSN: `A0000001_${addr}`,
  addr,
  lastUpdate: '',
  lastUpdateTime: 0,
  version: '',
  status: '0000',
  page: 0,
  model: 0,
  model_name: '-',
  now: 0,
  nowUnit: 'W',
  todayPowerUnit: 'kWh',
  totalPower: 0,
  totalPowerUnit: 'kWh',
  todayPower: 1,
  planeId: 1,
  ratedW: null,
  isUndivided: false,
  state: 'live',
  severity: 'none',
  cause: null,
  ...more,
});

const rowsOf = (...devices: Device[]) => moduleRows({ list: devices, total_plc: 0, is_all: true });
const ratios = (modules: Device['modules']) => rowsOf(device({ modules })).rows.map(({ ratio }) => ratio);

describe('modules', () => {
  test('are compared with those of their own plane: two roofs of one healthy plant both read 100 %', () => {
    const east = [1, 2, 3, 4].map((addr) => module(addr, { planeId: 1, todayPower: 2 }));
    const west = [5, 6, 7, 8].map((addr) => module(addr, { planeId: 2, todayPower: 0.6 }));
    expect(ratios([...east, ...west])).toEqual(Array(8).fill(1));
  });

  test('are scaled by their rating where all of the plane have one', () => {
    const rated = [300, 300, 300, 600].map((ratedW, i) =>
      module(i + 1, { ratedW, todayPower: ratedW / 100 }),
    );
    expect(ratios(rated)).toEqual([1, 1, 1, 1]);
    const unsure = rated.map((one, i) => (i === 0 ? { ...one, ratedW: null } : one));
    expect(ratios(unsure)).toEqual([1, 1, 1, 2]);
  });

  test('that share a row are beside no single one, and no middle is made of them', () => {
    const four = [1, 2, 3, 4].map((addr) => module(addr));
    const both = module(5, { isUndivided: true, todayPower: 2 });
    expect(ratios([...four, both])).toEqual([1, 1, 1, 1, null]);
  });

  test('say why they are not compared', () => {
    const few = [1, 2, 3].map((addr) => module(addr, { planeId: 7 }));
    const { rows } = rowsOf(device({ modules: [...few, module(4, { planeId: null })] }));
    expect(rows.map(({ ratio, noRatio }) => [ratio, noRatio])).toEqual([
      ...Array(3).fill([null, 'fewInPlane']),
      [null, 'noPlane'],
    ]);
  });

  test('compare powers while the day is young, and nothing in the dark', () => {
    const young = [100, 100, 100, 50].map((now, i) => module(i + 1, { now, todayPower: 0.01 }));
    expect(rowsOf(device({ modules: young })).basis).toBe('now');
    expect(ratios(young)).toEqual([1, 1, 1, 0.5]);
    expect(
      rowsOf(device({ reporting: 'asleep', modules: young })).rows.map(({ ratio, noRatio }) => [
        ratio,
        noRatio,
      ]),
    ).toEqual(Array(4).fill([null, 'tooLittle']));
  });

  test('that make nothing say so, and the others of the device do not', () => {
    const dead = { state: 'alert', severity: 'minor', cause: 'modulesMakeNothing' } as const;
    const { rows } = rowsOf(device({ idleAddrs: [2], modules: [module(1), module(2, dead)] }));
    expect(rows.map(({ cause }) => cause)).toEqual([null, 'makesNothing']);
    expect(filterModules(rows, { q: '', device: '', state: 'alert' }).map(({ addr }) => addr)).toEqual([2]);
  });
});

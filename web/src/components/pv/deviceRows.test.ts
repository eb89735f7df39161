import { describe, expect, it } from 'vitest';
import { deviceRows, deviceValue, exportedValue, flattened, hasIssue } from './deviceRows.ts';

type Device = Parameters<typeof deviceRows>[0]['detail']['sn'][number];

const device = (sn: string, kind: Device['kind'], more: Partial<Device> = {}): Device =>
  ({
    sn,
    kind,
    parent: null,
    part: '',
    state: 'live',
    severity: 'none',
    reporting: 'live',
    lastReportAt: 1,
    now: 0,
    todayPower: 0,
    totalPower: 0,
    ...more,
  }) as Device;

const ofComposite = { parent: 'HYB' };
const rowsOf = (inverter: Partial<Device> = {}) =>
  deviceRows({
    now: 0,
    detail: {
      timezone: 'UTC',
      sn: [
        device('HYB', 'allInOne'),
        device('HYB~inverter', 'stringMachine', {
          ...ofComposite,
          part: 'inverter',
          now: 3000,
          todayPower: 12,
          totalPower: 900,
          ...inverter,
        }),
        device('HYB~meter', 'meter', { ...ofComposite, part: 'meter', now: -900, todayPower: 5 }),
        device('ONE', 'microinverter', { now: 200, todayPower: 1, totalPower: 50 }),
      ],
    },
  });

describe('a machine among the devices of a plant', () => {
  it('is one row, with its parts behind it', () => {
    const rows = rowsOf();
    expect(rows.map((row) => row.device.sn)).toEqual(['HYB', 'ONE']);
    expect(flattened(rows, (sn) => sn === 'HYB').map((row) => row.device.sn)).toEqual([
      'HYB',
      'HYB~inverter',
      'HYB~meter',
      'ONE',
    ]);
  });

  it('makes what its producing parts make, and is counted once in an export', () => {
    const [composite, single] = rowsOf();
    expect(['now', 'today', 'total'].map((key) => deviceValue(composite!, key))).toEqual([3000, 12, 900]);
    const exported = flattened(rowsOf(), () => true).map((row) => exportedValue(row, 'today'));
    expect(exported).toEqual([null, 12, null, 1]);
    expect(deviceValue(single!, 'today')).toBe(1);
  });

  it('has no power where that of its part is old, and is troubled by what troubles a part', () => {
    const [composite] = rowsOf({ state: 'offline', severity: 'info', reporting: 'offline' });
    expect(deviceValue(composite!, 'now')).toBeNull();
    expect(hasIssue(composite!)).toBe(true);
    expect(hasIssue(rowsOf()[0]!)).toBe(false);
  });
});

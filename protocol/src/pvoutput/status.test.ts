import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../test/messages.ts';
import { PVOUTPUT_BATCH_MAX, readBatch, readStatus } from './status.ts';

const timeZone = 'Europe/Berlin';
const nowMs = Date.UTC(2026, 5, 21, 10);
const where = { timeZone, nowMs };
const read = (text: string, at = where) => {
  const status = readStatus(new URLSearchParams(text), at);
  if (!status.ok) throw new Error(status.problem);
  return status.request.readings;
};

describe('addstatus', () => {
  it('reads energy of the day and power, on the clock of the plant', () => {
    expect(read('d=20260621&t=11:55&v1=10500&v2=2100&v5=41.5&v6=238.4')).toEqual([
      {
        source: '',
        role: 'pv',
        atMs: Date.UTC(2026, 5, 21, 9, 55),
        values: { energyTodayWh: 10500, powerW: 2100, temperatureC: 41.5, acVoltageV: 238.4 },
      },
    ]);
  });

  it('reads lifetime counters, consumption, net values and a battery', () => {
    const valuesOf = (text: string) =>
      Object.fromEntries(read(`d=20260621&t=11:55&${text}`).map(({ role, values }) => [role, values]));
    expect(valuesOf('v1=9000000&c1=1')).toEqual({ pv: { energyOutWh: 9000000 } });
    expect(valuesOf('v1=9000&c1=3')).toEqual({ pv: { energyTodayWh: 9000 } });
    expect(valuesOf('v2=2100&v4=500')).toEqual({ pv: { powerW: 2100 }, grid: { powerW: -1600 } });
    expect(valuesOf('v2=0&v4=500&n=1')).toEqual({ grid: { powerW: 500 } });
    expect(valuesOf('v2=2100&v4=500&b1=300&b2=55')).toEqual({
      pv: { powerW: 2100 },
      battery: { powerW: -300, socRatio: 0.55 },
    });
  });

  it('never makes a zero of what is absent', () => {
    expect(read('d=20260621&t=11:55&v1=-1&v2=12&v4=')[0]?.values).toEqual({ powerW: 12 });
    for (const text of ['v2=12x', 'v1=-1', 'v4=300', '', 'v2=NaN', 'v2=1e9'])
      expect(readStatus(new URLSearchParams(`d=20260621&t=11:55&${text}`), where).ok).toBe(false);
    for (const time of ['d=20260230&t=11:55', 'd=20260621&t=24:00', 't=11:55', 'd=20260621&t=13:00'])
      expect(readStatus(new URLSearchParams(`${time}&v2=12`), where).ok).toBe(false);
  });

  it('resolves the repeated hour of autumn by the order of arrival', () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    const at = (now: number) => read('d=20261025&t=02:30&v2=1', { timeZone, nowMs: now })[0]?.atMs;
    expect(at(first)).toBe(first);
    expect(at(first + 3_600_000)).toBe(first + 3_600_000);
    const times = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'];
    const form = new URLSearchParams({ data: times.map((time) => `20261025,${time},,100`).join(';') });
    const batch = readBatch(form, { timeZone, nowMs: first + 86_400_000 });
    expect(batch.ok && batch.records.map(({ request }) => request.readings[0]?.atMs)).toEqual(
      [-1, -0.5, 0, 0.5, 1, 1.5].map((hours) => first + hours * 3_600_000),
    );
  });
});

describe('addbatchstatus', () => {
  it('reads records with a trailing semicolon and empty fields, and refuses the bad ones alone', () => {
    const data =
      '20260621,11:45,10000,2000,,,40;20260621,11:50,-1,2050;20260621,99:99,1,1;20260621,11:55,10500;';
    const batch = readBatch(new URLSearchParams({ data }), where);
    expect(batch).toMatchObject({
      ok: true,
      records: [
        {
          time: '11:45',
          request: { readings: [{ values: { energyTodayWh: 10000, powerW: 2000, temperatureC: 40 } }] },
        },
        { time: '11:50', request: { readings: [{ values: { powerW: 2050 } }] } },
        { time: '99:99', request: { readings: [] } },
        { time: '11:55', request: { readings: [{ values: { energyTodayWh: 10500 } }] } },
      ],
    });
    expect(readBatch(new URLSearchParams({ data: '1;'.repeat(PVOUTPUT_BATCH_MAX + 1) }), where).ok).toBe(
      false,
    );
    expect(readBatch(new URLSearchParams(), where).ok).toBe(false);
  });
});

it('survives any text', () => {
  const field = fc.oneof(
    fc.string(),
    fc.constantFrom('20260621', '11:55', '-1', '12', '1e5', '25:61', ',', ';'),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('d', 't', 'v1', 'v2', 'v4', 'c1', 'n', 'b1', 'b2', 'data'), field),
      (fields) => {
        const form = new URLSearchParams(fields);
        const status = readStatus(form, where);
        const batch = readBatch(form, where);
        const readings = [
          ...(status.ok ? status.request.readings : []),
          ...(batch.ok ? batch.records.flatMap(({ request }) => request.readings) : []),
        ];
        for (const { values, atMs } of readings) {
          expect(Number.isSafeInteger(atMs)).toBe(true);
          expect(Object.values(values).every(Number.isFinite)).toBe(true);
        }
      },
    ),
    { numRuns: fuzzRuns(2000) },
  );
});

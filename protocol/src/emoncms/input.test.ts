import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../test/messages.ts';
import { EMONCMS_ROWS_MAX, readBulk, readPost } from './input.ts';
import { type EmoncmsMapping, readMapping } from './mapping.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const post = (fields: Record<string, string>) => readPost(new URLSearchParams(fields));
const bulk = (fields: Record<string, string>) => readBulk(new URLSearchParams(fields), NOW);

describe('/input/post', () => {
  it('reads strict and loose JSON, with the node as part of the name and as the device', () => {
    const values = { powerW: 1520, energyOutWh: 9120450 };
    expect(post({ node: 'pv', fulljson: '{"power":1520,"energy":9120450}' }).readings).toEqual([
      { source: 'pv', role: 'pv', values },
    ]);
    expect(post({ node: 'pv', json: '{power:1520,energy:9120450}' }).readings[0]?.values).toEqual(values);
    expect(post({ data: 'PV-Power:1520' }).readings[0]).toEqual({
      source: '',
      role: 'pv',
      values: { powerW: 1520 },
    });
    expect(post({ fulljson: '{"pv_power_kw":"1.5","grid_power":null}' }).readings[0]?.values).toEqual({
      powerW: 1500,
    });
  });

  it('takes the time from the values or beside them', () => {
    const atOf = (fields: Record<string, string>) => post(fields).readings[0]?.atMs;
    expect(atOf({ fulljson: '{"pv_power":1,"time":1782043200}' })).toBe(1782043200000);
    expect(atOf({ fulljson: '{"pv_power":1}', time: '2026-06-21T12:00:00Z' })).toBe(NOW);
    expect(atOf({ fulljson: '{"pv_power":1}' })).toBeUndefined();
    expect(post({ fulljson: '{"pv_power":1}', time: 'noon' })).toMatchObject({ readings: [] });
  });

  it('refuses what has no names, and says which there are', () => {
    expect(post({ csv: '100,200' }).problems[0]).toContain('fulljson');
    expect(post({ fulljson: '{power1:1}' }).problems).toEqual(['Input is not a valid JSON object']);
    expect(post({ fulljson: '[1]' }).readings).toEqual([]);
    expect(post({ fulljson: '{"power9":1}' }).problems[0]).toContain('pv_power');
  });
});

describe('/input/bulk', () => {
  const data = JSON.stringify([
    [0, 'pv', { power: 100 }],
    [10, 'pv', { power: 110 }],
    [20, 'pv', { power: 120 }],
  ]);
  const timesOf = (fields: Record<string, string>) =>
    bulk(fields).readings.map(({ atMs }) => (atMs! - NOW) / 1000);

  it('counts the offsets from the time, the sending, the offset, or the last row', () => {
    expect(timesOf({ data })).toEqual([-20, -10, 0]);
    expect(timesOf({ data, sentat: '60' })).toEqual([-60, -50, -40]);
    expect(timesOf({ data, time: String(NOW / 1000 - 3600) })).toEqual([-3600, -3590, -3580]);
    const negative = '[[-10,"pv",{"power":1}],[-6,"pv",{"power":2}]]';
    expect(timesOf({ data: negative, offset: '-10' })).toEqual([-20, -16]);
  });

  it('refuses bad rows alone and whole calls that are none', () => {
    const mixed = bulk({ data: '[[0,"pv",{"power":1}],[1,"pv",200],[2],"x",[0,"grid",{"power":-5}]]' });
    expect(mixed.readings).toHaveLength(2);
    expect(mixed.problems).toHaveLength(3);
    expect(mixed.isReadable).toBe(false);
    expect(bulk({ data: '[[0,"pv",{"power":1}],[1,"pv",200],[2,"x",{"y":1}]]' }).isReadable).toBe(true);
    expect(bulk({ data: '{' }).isReadable).toBe(false);
    expect(bulk({ data: '{' }).readings).toEqual([]);
    expect(bulk({ data: JSON.stringify(Array(EMONCMS_ROWS_MAX + 1).fill(0)) }).problems[0]).toContain('rows');
  });
});

describe('the mapping of values without names', () => {
  const mappingOf = (text: string) => readMapping(text) as EmoncmsMapping;
  const valuesOf = (text: string, fields: Record<string, string>) =>
    readPost(new URLSearchParams(fields), mappingOf(text)).readings.map(({ role, values }) => [role, values]);

  it('names them by position, key and node', () => {
    const text = 'pv_power, pv_energy_kwh, -, grid_power';
    const found = [
      ['pv', { powerW: 1520, energyOutWh: 9120450 }],
      ['grid', { powerW: -300 }],
    ];
    expect(valuesOf(text, { csv: '1520,9120.45,7,-300' })).toEqual(found);
    expect(valuesOf(text, { data: '1520,9120.45,nan,-300', node: '10' })).toEqual(found);
    expect(valuesOf(text, { json: '[1520,9120.45,7,-300]' })).toEqual(found);
    expect(valuesOf(text, { csv: '1520' })).toEqual([['pv', { powerW: 1520 }]]);
    expect(valuesOf(text, { csv: ',,,-300' })).toEqual([['grid', { powerW: -300 }]]);
    const byKey = 'power1=grid_power, Power2=PV_power, temp=-';
    expect(valuesOf(byKey, { json: '{power1:-300,power2:1520,temp:20}' })).toEqual([
      ['grid', { powerW: -300 }],
      ['pv', { powerW: 1520 }],
    ]);
    const byNode = '10: pv_power, pv_energy; 11: grid_power; battery_power';
    expect(valuesOf(byNode, { node: '10', csv: '1520,9' })).toEqual([
      ['pv', { powerW: 1520, energyOutWh: 9 }],
    ]);
    expect(valuesOf(byNode, { node: '11', csv: '-300,9' })).toEqual([['grid', { powerW: -300 }]]);
    expect(valuesOf(byNode, { node: '12', csv: '5' })).toEqual([['battery', { powerW: 5 }]]);
    // Known names keep working.
    expect(valuesOf(text, { fulljson: '{"pv_voltage":230}' })).toEqual([['pv', { acVoltageV: 230 }]]);
  });

  it('names the arrays of a bulk call', () => {
    const { readings, problems } = readBulk(
      new URLSearchParams({ data: '[[0,16,1137,9120450],[10,"17",-20],[10,18,1]]' }),
      NOW,
      mappingOf('16: pv_power, pv_energy; 17: grid_power'),
    );
    expect(readings).toEqual([
      { source: '16', role: 'pv', atMs: NOW - 10_000, values: { powerW: 1137, energyOutWh: 9120450 } },
      { source: '17', role: 'grid', atMs: NOW, values: { powerW: -20 } },
    ]);
    expect(problems).toEqual([expect.stringContaining('row 3')]);
  });

  it('says what of it is not valid', () => {
    expect(readMapping('pv_power, wind_power')).toEqual({ bad: 'wind_power' });
    expect(readMapping('=pv_power')).toEqual({ bad: '=pv_power' });
    expect(readMapping('10: pv_power; 11: x=y')).toEqual({ bad: 'x=y' });
    for (const text of ['', ' ; ', 'pv_dc1_power', '-', 'pv_power,,grid_power'])
      expect(readMapping(text)).toBeTypeOf('function');
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.json(), (mapping, csv, data) => {
        const read = readMapping(mapping);
        if (typeof read !== 'function') return;
        for (const form of ['csv', 'data', 'json'].map((key) => [key, key === 'csv' ? csv : data]))
          for (const { values } of readPost(new URLSearchParams([form as [string, string]]), read).readings)
            expect(Object.values(values).every(Number.isFinite)).toBe(true);
        readBulk(new URLSearchParams({ data }), NOW, read);
      }),
      { numRuns: fuzzRuns(3000) },
    );
  });
});

it('survives any text and any JSON', () => {
  const key = fc.constantFrom('node', 'fulljson', 'json', 'data', 'time', 'sentat', 'offset', 'csv');
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('{pv_power:1}', '[[0,1,{"pv_power":1e999}]]', '-1'),
  );
  fc.assert(
    fc.property(fc.dictionary(key, text), (fields) => {
      for (const { values, atMs } of [...post(fields).readings, ...bulk(fields).readings]) {
        expect(Object.values(values).every(Number.isFinite)).toBe(true);
        expect(atMs === undefined || Number.isSafeInteger(atMs)).toBe(true);
      }
    }),
    { numRuns: fuzzRuns(3000) },
  );
});

it('reads 250 kB of any one thing within seconds', () => {
  const long = (piece: string) => piece.repeat(Math.floor(250_000 / piece.length));
  const startedMs = performance.now();
  for (const text of [' ', '} ', '] ', '[', '{', 'a b ', '1', '1 ', '"', '-', 'a:1,', '1,'].map(long))
    for (const all of [text, `${text}x`, `{${text}x`, `1${text}x`, `a:${text}x`, `[${text}]`])
      for (const name of ['json', 'csv', 'data', 'fulljson', 'time']) {
        post({ fulljson: '{"pv_power":1}', [name]: all });
        post({ [name]: all });
        bulk({ data: '[[0,"pv",{"power":1}]]', [name]: all });
      }
  expect(performance.now() - startedMs).toBeLessThan(30_000);
});

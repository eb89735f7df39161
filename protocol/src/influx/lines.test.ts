import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../test/messages.ts';
import type { FeedReading } from '../feeds/values.ts';
import { INFLUX_LINES_MAX, INFLUX_PAIRS_MAX, isInfluxPrecision, lineOfReading, readLines } from './lines.ts';

describe('line protocol', () => {
  it('reads fields by their names, with the tag of a device and the time in any precision', () => {
    const body = [
      '# from Telegraf',
      'solar,host=pi,device=East\\ roof pv_power=1520.5,pv_energy=9120450i,status="on, all well",ok=true 1782036000000000000',
      'grid power=-420,import_energy_kwh=1204.5 1782036000000000000',
      'battery soc=61 1782036000000000000\r',
    ].join('\n');
    const atMs = 1782036000000;
    expect(readLines(body, 'ns')).toEqual({
      problems: [],
      readings: [
        { source: 'East roof', role: 'pv', atMs, values: { powerW: 1520.5, energyOutWh: 9120450 } },
        { source: '', role: 'grid', atMs, values: { powerW: -420, energyInWh: 1204500 } },
        { source: '', role: 'battery', atMs, values: { socRatio: 0.61 } },
      ],
    });
    expect(readLines('pv power=1 1782036000', 's').readings[0]?.atMs).toBe(atMs);
    expect(readLines('pv power=1', 'ns').readings[0]).not.toHaveProperty('atMs');
    expect(['ns', 'us', 'ms', 's', 'toString'].map(isInfluxPrecision)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('reads the precisions of InfluxDB 3', () => {
    const atMs = 1782036000123;
    const timeOf = (time: string, precision: string) =>
      readLines(`pv power=1 ${time}`, precision).readings[0]?.atMs;
    expect(timeOf('1782036000123000000', 'nanosecond')).toBe(atMs);
    expect(timeOf('1782036000123000', 'microsecond')).toBe(atMs);
    expect(timeOf('1782036000123', 'millisecond')).toBe(atMs);
    expect(timeOf('1782036000', 'second')).toBe(1782036000000);
    for (const digits of ['1782036000123000000', '1782036000123000', '1782036000123'])
      expect(timeOf(digits, 'auto')).toBe(atMs);
    expect(timeOf('1782036000', 'auto')).toBe(1782036000000);
    expect(['auto', 'nanosecond', 'nanoseconds'].map(isInfluxPrecision)).toEqual([true, true, false]);
  });

  it('joins lines of one time and device, and keeps the good ones beside a bad one', () => {
    const { readings, problems } = readLines('pv power=1 5\npv power 5\npv energy=7 5\npv power=abc 5', 'ms');
    expect(readings).toEqual([{ source: '', role: 'pv', atMs: 5, values: { powerW: 1, energyOutWh: 7 } }]);
    expect(problems).toEqual(['line 2: missing field value', 'line 4: bad value of power']);
  });

  it('says which names it knows when a request has no other', () => {
    expect(readLines('cpu usage=1', 'ns').problems[0]).toContain('pv_power');
    expect(readLines('', 'ns').problems).toEqual(['no values']);
    expect(readLines('\n'.repeat(INFLUX_LINES_MAX), 'ns').readings).toEqual([]);
    expect(readLines('x constructor=1,__proto__=2', 'ns').readings).toEqual([]);
  });

  it('reads DC inputs, phases and the name of a device, and writes what it reads', () => {
    const readings: FeedReading[] = [
      {
        source: 'E07000012345',
        role: 'pv',
        label: 'Balcony, "east" \\',
        atMs: 1782036000123,
        values: { powerW: 300.5, energyOutWh: 1544520, temperatureC: -4 },
        channels: [
          { index: 1, powerW: 150.25, energyWh: 772260, voltageV: 38.2, currentA: 4 },
          { index: 12, powerW: 0 },
        ],
        phases: [{ index: 3, voltageV: 231.4, powerW: -1 }],
      },
      { source: '', role: 'battery', atMs: 1, values: { socRatio: 0.5, powerW: -20 } },
    ];
    expect(readLines(readings.map(lineOfReading).join('\n'), 'ms')).toEqual({ readings, problems: [] });
    expect(lineOfReading({ source: '', role: 'pv', values: { powerFactor: 1 } })).toBe('');
    const known = (line: string) => readLines(line, 'ms').readings[0];
    expect(known('pv dc2_power=3')?.channels).toEqual([{ index: 2, powerW: 3 }]);
    expect(known('x pv_dc1_energy=NaN,pv_power=1')).not.toHaveProperty('channels');
    for (const bad of ['pv_dc0_power', 'pv_dc25_power', 'grid_dc1_power', 'grid_l4_power', 'pv_l1_energy'])
      expect(known(`x ${bad}=1`)).toBeUndefined();
  });

  it('survives any text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'pv',
        'power',
        'pv_power=',
        ' ',
        ',',
        '=',
        '"',
        '\\',
        '\n',
        '12',
        '1e999',
        '-0',
        'i',
        '9'.repeat(19),
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { values, atMs } of readLines(pieces.join(''), 's').readings) {
          expect(Object.values(values).every(Number.isFinite)).toBe(true);
          expect(atMs === undefined || Number.isFinite(atMs)).toBe(true);
        }
      }),
      { numRuns: fuzzRuns(3000) },
    );
  });
});

it('reads 2 MB of any one thing within seconds', () => {
  const long = (piece: string) => piece.repeat(Math.floor(2_000_000 / piece.length));
  const startedMs = performance.now();
  for (const body of [
    `pv power=${long('1')}x`,
    `pv power=1.${long('1')}x`,
    `pv power=1e${long('1')}x`,
    `pv power="${long('" ')}x`,
    `pv,device=${long('\\ ')} power=1`,
    `pv ${long('_')}=1`,
    `pv ${long('a=1,')}power=1`,
    `pv${long(',a=1')} power=1`,
    long(' '),
  ])
    readLines(body, 'ns');
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(readLines(`pv ${'a=1,'.repeat(INFLUX_PAIRS_MAX)}power=1`, 'ns').problems).toEqual([
    `more than ${INFLUX_PAIRS_MAX} tags and fields`,
  ]);
  expect(readLines('pv power=1.,voltage=.5e1,frequency=50i', 's').readings[0]?.values).toEqual({
    powerW: 1,
    acVoltageV: 5,
    frequencyHz: 50,
  });
});

import fs from 'node:fs';
import protobuf from 'protobufjs/minimal.js';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../test/messages.ts';
import { countedWh, type OtlpPoint, readPoints } from './metrics.ts';
import { OTLP_POINTS_MAX, OtlpInvalid, readJson, readProtobuf } from './request.ts';

const recorded = JSON.parse(fs.readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as Record<
  'protobuf' | 'json',
  string[]
>;
const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
const point = (more: Partial<OtlpPoint>): OtlpPoint => ({
  metric: 'pv.power',
  unit: '',
  isCounter: false,
  isDelta: false,
  device: '',
  deviceName: '',
  value: 1,
  atMs: Date.UTC(2026, 5, 21),
  startMs: 0,
  ...more,
});

describe('a recorded request', () => {
  it('gives the same points in both encodings', () => {
    for (const [i, body] of recorded.protobuf.entries()) {
      const points = readProtobuf(bytesOf(body));
      expect(points).toEqual(readJson(bytesOf(recorded.json[i]!).toString()));
      expect(points.map(({ metric }) => metric)).toEqual([
        'pv.power',
        'pv.dc1.voltage',
        'pv.energy',
        'grid.power',
      ]);
    }
  });

  it('gives readings in base units, with the counter and its start', () => {
    const { readings, counters, problems, rejected } = readPoints(
      readProtobuf(bytesOf(recorded.protobuf[2]!)),
    );
    const atMs = Date.UTC(2026, 5, 21, 11, 45);
    const named = { source: 'ROOF-1', label: 'Roof', atMs };
    expect(readings).toEqual([
      {
        ...named,
        role: 'pv',
        values: { powerW: 2100, energyOutWh: 250 },
        channels: [{ index: 1, voltageV: 38 }],
      },
      { ...named, role: 'grid', values: { powerW: -300 } },
    ]);
    expect(counters).toEqual([
      { reading: 0, field: 'energyOutWh', series: 'pv energyOutWh ROOF-1', startMs: atMs, valueWh: 250 },
    ]);
    expect([problems, rejected]).toEqual([[], 0]);
  });
});

describe('readPoints', () => {
  it('converts units and rejects those of another quantity', () => {
    const valuesOf = (metric: string, unit: string, value: number) =>
      readPoints([point({ metric, unit, value })]).readings[0]?.values;
    expect(valuesOf('pv.energy', 'J', 7_200_000)).toEqual({ energyOutWh: 2000 });
    expect(valuesOf('pv_energy_kwh', '', 2)).toEqual({ energyOutWh: 2000 });
    expect(valuesOf('pv_energy_kwh', 'kWh', 2)).toEqual({ energyOutWh: 2000 });
    expect(valuesOf('battery.soc', '%', 80)).toEqual({ socRatio: 0.8 });
    expect(valuesOf('battery.soc', '1', 0.8)).toEqual({ socRatio: 0.8 });
    expect(valuesOf('battery.soc', '', 80)).toEqual({ socRatio: 0.8 });
    expect(valuesOf('pv.temperature', 'Cel', 41)).toEqual({ temperatureC: 41 });
    for (const [metric, unit] of [
      ['pv.power', 'kWh'],
      ['pv.energy', 'W'],
      ['pv.power', 'constructor'],
      ['pv.voltage', '{cells}'],
    ] as const)
      expect(readPoints([point({ metric, unit })])).toMatchObject({ readings: [], rejected: 1 });
  });

  it('rejects deltas and unusable devices, and names what is missing', () => {
    expect(readPoints([point({ isDelta: true })]).problems[0]).toContain('delta temporality');
    for (const device of ['x'.repeat(101), 'a\u0000b'])
      expect(readPoints([point({ device })])).toMatchObject({ readings: [], rejected: 1 });
    expect(readPoints([point({ metric: 'cpu.load' })]).problems[0]).toContain('no value has a known name');
    expect(readPoints([]).problems).toEqual(['no values']);
    expect(readPoints([point({ value: undefined }), point({ value: Number.NaN })]).readings).toEqual([]);
  });

  it('takes no start that is after its point as the start of a counter', () => {
    const counter = point({ metric: 'pv.energy', isCounter: true });
    expect(readPoints([{ ...counter, startMs: counter.atMs }]).counters).toHaveLength(1);
    expect(readPoints([{ ...counter, startMs: counter.atMs + 1 }]).counters).toEqual([]);
    expect(readPoints([{ ...counter, startMs: 0 }]).counters).toEqual([]);
  });
});

describe('countedWh', () => {
  const lifetimes = (...values: [startMs: number, valueWh: number][]) => {
    let state: Parameters<typeof countedWh>[0];
    return values.map(([startMs, valueWh]) => {
      const counted = countedWh(state, { startMs, valueWh });
      state = counted?.state ?? state;
      return counted?.lifetimeWh;
    });
  };

  it('adds what earlier starts have counted', () => {
    expect(lifetimes([1, 100], [1, 250], [2, 0], [2, 40], [3, 10])).toEqual([100, 250, 250, 290, 300]);
  });

  it('continues the counter of a device after a restart of the program', () => {
    expect(lifetimes([1, 9_120_450], [2, 9_120_450], [3, 9_120_900])).toEqual([
      9_120_450, 9_120_450, 9_120_900,
    ]);
  });

  it('keeps the highest value of a start, and nothing of an earlier one', () => {
    expect(lifetimes([2, 100], [2, 90], [1, 500], [3, 5])).toEqual([100, 90, undefined, 105]);
  });
});

describe('a request that is not valid', () => {
  const invalid = (read: () => unknown) => expect(read).toThrow(OtlpInvalid);

  it('is rejected', () => {
    const whole = bytesOf(recorded.protobuf[0]!);
    for (const length of [1, 10, 60, 200, whole.length - 1])
      invalid(() => readProtobuf(whole.subarray(0, length)));
    // A length of 4 GB.
    invalid(() => readProtobuf(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00])));
    for (const text of ['', '[', 'null]', '[]', '{"resourceMetrics":1}', '{"resourceMetrics":[1]}'])
      invalid(() => readJson(text));
    expect(readJson('{}')).toEqual([]);
    expect(readProtobuf(Buffer.alloc(0))).toEqual([]);
  });

  it('is rejected beyond the number of points and parts', () => {
    const points = (count: number) => ({
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                { name: 'pv.power', gauge: { dataPoints: Array.from({ length: count }, () => ({})) } },
              ],
            },
          ],
        },
      ],
    });
    expect(readJson(JSON.stringify(points(OTLP_POINTS_MAX)))).toHaveLength(OTLP_POINTS_MAX);
    invalid(() => readJson(JSON.stringify(points(OTLP_POINTS_MAX + 1))));
    // Empty resources of two bytes each.
    invalid(() => readProtobuf(Buffer.alloc(2_000_000, Buffer.from([0x0a, 0x00]))));
    const deep = protobuf.Writer.create();
    for (let i = 0; i < 50_000; i++) deep.uint32((15 << 3) | 3);
    invalid(() => readProtobuf(deep.finish()));
    invalid(() => readJson(`{"resourceMetrics":${'['.repeat(100_000)}${']'.repeat(100_000)}}`));
  });

  it('never fails otherwise', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < fuzzRuns(3_000); round++) {
      const isJson = round % 2 === 0;
      const body = bytesOf((isJson ? recorded.json : recorded.protobuf)[random(4)]!);
      for (let i = random(8); i >= 0; i--) body[random(body.length)] = random(256);
      const cut = random(3) === 0 ? body.subarray(0, random(body.length)) : body;
      try {
        const { readings } = readPoints(isJson ? readJson(cut.toString()) : readProtobuf(cut));
        for (const { values } of readings)
          expect(Object.values(values).every((value) => Number.isFinite(value))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(OtlpInvalid);
      }
    }
  });
});

import { deviceKinds, isComposite, isGateway } from '@helioport/domain/deviceKinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReport, encodeReport, maxReportBytes, parseReport, type Report } from './report.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const meter = { kind: 'meter', powerW: -1234.5 };

describe('parseReport', () => {
  it('reads a full report and puts its time into UTC', () => {
    const report = {
      at: '2026-05-30T17:43:41+02:00',
      kind: 'battery',
      powerW: -350.5,
      energyInWh: 1_200_300,
      energyOutWh: 1_100_200.5,
      acVoltageV: 231.2,
      frequencyHz: 50.01,
      temperatureC: -4.5,
      socRatio: 0.62,
      statusBits: 0x40,
      channels: [{ index: 2, voltageV: 51.2, powerW: 100, energyWh: 5000 }],
    };
    expect(parseReport(report)).toEqual({ ok: true, report: { ...report, at: '2026-05-30T15:43:41.000Z' } });
  });

  it('takes null for not available, and no channels for none', () => {
    expect(parseReport({ ...meter, at: null, temperatureC: null, channels: null })).toEqual({
      ok: true,
      report: { ...meter, channels: [] },
    });
  });

  it('accepts each device type that measures, and rejects gateways and composite devices', () => {
    for (const kind of deviceKinds) {
      const isReporting = !isGateway(kind) && !isComposite(kind);
      expect([kind.key, parseReport({ kind: kind.key, powerW: 1 })]).toEqual([
        kind.key,
        isReporting
          ? { ok: true, report: { kind: kind.key, powerW: 1, channels: [] } }
          : { ok: false, refusal: 'unknownKind', field: 'kind' },
      ]);
    }
  });

  const channels = (...list: unknown[]) => ({ kind: 'inverter', channels: list });
  it.each([
    ['notAnObject', '', null],
    ['notAnObject', '', [meter]],
    ['notAnObject', '', 'meter'],
    ['unknownField', 'power', { ...meter, power: 1 }],
    ['unknownField', '__proto__', JSON.parse('{"kind":"meter","__proto__":{"powerW":1}}')],
    ['unknownKind', 'kind', { powerW: 1 }],
    ['unknownKind', 'kind', { kind: 'toString', powerW: 1 }],
    ['notANumber', 'powerW', { kind: 'meter', powerW: '12' }],
    ['notANumber', 'powerW', { kind: 'meter', powerW: true }],
    ['outOfBounds', 'powerW', { kind: 'meter', powerW: 2.1e7 }],
    ['outOfBounds', 'energyInWh', { kind: 'meter', energyInWh: -1 }],
    ['outOfBounds', 'socRatio', { kind: 'battery', socRatio: 62 }],
    ['outOfBounds', 'statusBits', { kind: 'inverter', statusBits: 0.5 }],
    ['outOfBounds', 'statusBits', { kind: 'inverter', statusBits: 0x10000 }],
    ['outOfBounds', 'temperatureC', { kind: 'inverter', temperatureC: -100 }],
    ['badInstant', 'at', { ...meter, at: '2026-02-30T00:00:00Z' }],
    ['badInstant', 'at', { ...meter, at: '2026-05-30T15:43:41' }],
    ['badInstant', 'at', { ...meter, at: '2026-05-30 15:43:41Z' }],
    ['badInstant', 'at', { ...meter, at: '2026-05-30T24:00:00Z' }],
    ['badInstant', 'at', { ...meter, at: '2026-13-01T00:00:00Z' }],
    ['badInstant', 'at', { ...meter, at: 1780000000 }],
    ['badInstant', 'at', { ...meter, at: '' }],
    ['notAList', 'channels', { ...meter, channels: {} }],
    ['tooManyChannels', 'channels', channels(...Array.from({ length: 257 }, (_, i) => ({ index: i + 1 })))],
    ['notAnObject', 'channels[0]', channels(7)],
    ['unknownField', 'channels[0].power', channels({ index: 1, power: 1 })],
    ['notANumber', 'channels[0].index', channels({ powerW: 1 })],
    ['outOfBounds', 'channels[0].index', channels({ index: 0, powerW: 1 })],
    ['outOfBounds', 'channels[1].voltageV', channels({ index: 1, powerW: 1 }, { index: 2, voltageV: -1 })],
    ['repeatedChannel', 'channels[1].index', channels({ index: 1, powerW: 1 }, { index: 1, powerW: 1 })],
    ['nothingMeasured', 'channels[0]', channels({ index: 1 })],
    ['nothingMeasured', '', { kind: 'meter' }],
  ])('refuses with %s in %j', (refusal, field, value) => {
    expect(parseReport(value)).toEqual({ ok: false, refusal, field });
  });

  it('reads a leap day and a fraction of a second', () => {
    const result = parseReport({ ...meter, at: '2028-02-29T23:59:59.1234567-11:30' });
    expect(result.ok && result.report.at).toBe('2028-03-01T11:29:59.123Z');
  });

  it('gives a report or a named refusal for any JSON', () => {
    const names = [
      'at',
      'kind',
      'powerW',
      'energyInWh',
      'socRatio',
      'statusBits',
      'channels',
      '__proto__',
      'x',
    ];
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('meter', 'inverter', '2026-05-30T15:43:41Z'));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), value)), (json) => {
        const result = parseReport(json);
        if (!result.ok) expect(result.refusal).toMatch(/^[a-z]+[A-Z]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('decodeReport', () => {
  it.each([
    ['notJson', ''],
    ['notJson', '{"kind":"meter"'],
    ['notJson', '{"kind":"meter","powerW":NaN}'],
    ['notANumber', '{"kind":"meter","powerW":1e999}'],
    ['notJson', '['.repeat(60_000)],
    ['tooLarge', ' '.repeat(maxReportBytes + 1)],
  ])('refuses with %s', (refusal, text) => {
    const result = decodeReport(bytesOf(text));
    expect(!result.ok && result.refusal).toBe(refusal);
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(decodeReport(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({
      ok: false,
      refusal: 'notJson',
      field: '',
    });
  });

  it('gives a report or a named refusal for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeReport(bytes).ok).toBe(false);
      }),
    );
  });

  it('gives back what encodeReport wrote', () => {
    const amount = (max: number) => fc.option(fc.double({ min: 0, max, noNaN: true }), { nil: undefined });
    const anyReport: fc.Arbitrary<Report> = fc.record({
      at: fc
        .option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), {
          nil: undefined,
        })
        .map((date) => date?.toISOString()),
      kind: fc.constantFrom('inverter', 'meter', 'battery'),
      powerW: fc.integer({ min: -20_000, max: 20_000 }),
      energyInWh: amount(1e12),
      socRatio: amount(1),
      channels: fc.uniqueArray(
        fc.record({ index: fc.integer({ min: 1, max: 256 }), powerW: fc.integer(), energyWh: amount(2e8) }),
        { selector: (c) => c.index, maxLength: 20 },
      ),
    });
    fc.assert(
      fc.property(anyReport, (report) => {
        const bounded = {
          ...report,
          channels: report.channels.map((c) => ({ ...c, powerW: (c.powerW ?? 0) % 1000 })),
        };
        const expected: unknown = JSON.parse(JSON.stringify(bounded));
        expect(decodeReport(encodeReport(bounded))).toEqual({ ok: true, report: expected });
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, parseMessage } from './message.ts';
import { parseReport } from './report.ts';

const at = '2026-06-21T10:00:00.000Z';
const message = {
  kind: 'allInOne',
  at,
  statusBits: 64,
  inverter: { powerW: 4200, energyOutWh: 9_000_000, channels: [{ index: 1, powerW: 2100 }] },
  meter: { powerW: -900, energyInWh: 100, energyOutWh: 200 },
  battery: { powerW: -1500, socRatio: 0.6 },
};

describe('the message of a machine', () => {
  it('gives one report for each part, of one time, the status with the part that makes energy', () => {
    expect(parseMessage(message)).toEqual({
      ok: true,
      machine: {
        kind: 'allInOne',
        at,
        parts: {
          inverter: { at, kind: 'inverter', statusBits: 64, ...message.inverter },
          meter: { at, kind: 'meter', ...message.meter, channels: [] },
          battery: { at, kind: 'battery', ...message.battery, channels: [] },
        },
      },
    });
  });

  it('may leave out the time and parts that said nothing', () => {
    const parsed = parseMessage({ kind: 'allInOne', meter: { powerW: 5 }, battery: null });
    expect(parsed).toEqual({
      ok: true,
      machine: { kind: 'allInOne', parts: { meter: { kind: 'meter', powerW: 5, channels: [] } } },
    });
  });

  it.each([
    ['nothingMeasured', '', { kind: 'allInOne', statusBits: 3 }],
    ['nothingMeasured', 'meter', { kind: 'allInOne', meter: {} }],
    ['unknownField', 'powerW', { ...message, powerW: 5 }],
    ['unknownField', 'generator', { ...message, generator: { powerW: 5 } }],
    ['unknownField', 'meter.at', { ...message, meter: { at, powerW: 5 } }],
    ['unknownField', 'meter.kind', { ...message, meter: { kind: 'battery', powerW: 5 } }],
    ['unknownField', 'battery.powerKw', { ...message, battery: { powerKw: 5 } }],
    ['notAnObject', 'meter', { ...message, meter: 5 }],
    ['notAnObject', 'meter', { ...message, meter: [] }],
    ['notANumber', 'inverter.powerW', { ...message, inverter: { powerW: 'much' } }],
    ['outOfBounds', 'statusBits', { ...message, statusBits: -1 }],
    ['outOfBounds', 'inverter.channels[0].index', { ...message, inverter: { channels: [{ index: 0 }] } }],
    ['badInstant', 'at', { ...message, at: 'today' }],
  ])('is refused as %s (%s)', (refusal, field, value) => {
    expect(parseMessage(value)).toEqual({ ok: false, refusal, field });
  });

  it('is told from the report of one device, which is read as before', () => {
    const report = { kind: 'meter', powerW: 5 };
    expect(parseMessage(report)).toEqual(parseReport(report));
    for (const other of [
      null,
      [],
      5,
      {},
      { kind: 'gateway', powerW: 5 },
      { kind: 'microinverter', powerW: 5 },
    ])
      expect(parseMessage(other)).toEqual(parseReport(other));
  });

  it('gives a message or a named refusal for any JSON and any bytes', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('allInOne', message.meter, at, 5));
    const some = fc.dictionary(
      fc.constantFrom('kind', 'at', 'statusBits', 'inverter', 'meter', 'powerW'),
      value,
    );
    fc.assert(
      fc.property(some, (fields) => {
        const parsed = parseMessage(JSON.parse(JSON.stringify({ kind: 'allInOne', ...fields })));
        expect(parsed.ok || parsed.refusal !== undefined).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeMessage(bytes)));
    expect(decodeMessage(new TextEncoder().encode(JSON.stringify(message)))).toEqual(parseMessage(message));
  });
});

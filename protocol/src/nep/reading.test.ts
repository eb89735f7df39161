import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capturedFrames } from '../../frames/captured.ts';
import { decodeFrame, encodeFrame } from './frame.ts';
import { frameFromReading, type ReadingToSend, readFrame } from './reading.ts';

function frameOf(hex: string) {
  const result = decodeFrame(Buffer.from(hex, 'hex'));
  if (!result.ok) throw new Error(`refused: ${result.refusal}`);
  return result.frame;
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

describe('readFrame', () => {
  it.each(capturedFrames)('$model $hex gives its expected values', ({ model, hex, expected }) => {
    const reading = readFrame(frameOf(hex));
    expect({
      serial: reading.serial,
      version: reading.version,
      model_byte: reading.modelByte,
      state_byte: reading.stateByte,
      status: reading.alertCode,
      power_w: rounded(reading.powerW, 1),
      ac_v: rounded(reading.acVoltageV, 1),
      freq_hz: rounded(reading.frequencyHz, 2),
      energy_wh: rounded(reading.energyTodayWh, 1),
    }).toEqual({
      serial: expected.serial,
      version: expected.version,
      model_byte: expected.model_byte,
      state_byte: expected.state_byte,
      status: expected.status_le,
      power_w: expected.power_w,
      ac_v: expected.ac_v,
      freq_hz: expected.freq_hz,
      energy_wh: expected.energy_wh_approx,
    });
    if (expected.dc_v !== null) expect(rounded(reading.dcVoltageV, 2)).toBe(expected.dc_v);
    expect(model.startsWith(reading.model)).toBe(true);
    const expectedChannels = expected.channels ?? [];
    expect(reading.channels.map((c) => [c.index, rounded(c.powerW, 1), c.energyTodayWh])).toEqual(
      expectedChannels.map((c) => [c.addr, c.power_w, c.energy_raw * 3.62]),
    );
    // The expected value of 24.125 V is 24.12, because the source rounds exact halves to even.
    expectedChannels.forEach((c, i) => {
      expect(Math.abs((reading.channels[i]?.voltageV ?? Number.NaN) - c.dc_v_div256)).toBeLessThanOrEqual(
        0.005,
      );
    });
  });

  const states: Record<string, string> = {
    '01': 'standby',
    '04': 'awake',
    '05': 'generating',
    '06': 'generating',
  };
  it.each(capturedFrames)('$hex is in the state of its state byte', ({ hex, expected }) => {
    expect(readFrame(frameOf(hex)).state).toBe(states[expected.state_byte]);
  });

  it('reads status bits little-endian without channels', () => {
    const hex = '792600401400000f0f0f0f00001c00c3c3c3c30d0c0b0a20000000ef1800100000fc30000d0000018caa9043df';
    const reading = readFrame(frameOf(hex));
    expect([reading.statusBits, reading.alertCode, reading.state]).toEqual([0x20, '0020', 'standby']);
    expect(reading.powerW).toBe(0);
  });

  const [inverter2250] = capturedFrames.filter((f) => f.expected.version === 'e606');
  const four = frameOf(inverter2250?.hex ?? '');

  it('reads status bits big-endian with channels', () => {
    expect(readFrame({ ...four, statusWord: 0x4000 }).alertCode).toBe('0040');
    expect(readFrame({ ...four, statusWord: 0x4000 }).statusBits).toBe(0x40);
  });

  it('keeps an empty channel, without power', () => {
    const channels = [{ voltageRaw: 238, powerRaw: 7, energyRaw: 3 }, ...four.channels.slice(1)];
    const [empty, second] = readFrame({ ...four, channels }).channels;
    expect(empty).toEqual({ index: 1, voltageV: 238 / 256, powerW: 0, energyTodayWh: 3 * 3.62 });
    expect(second?.powerW).toBeCloseTo(372.8, 1);
  });

  it('calls a model or state that nobody has seen unknown', () => {
    const reading = readFrame({ ...four, modelByte: 0x0b, stateByte: 0x02 });
    expect([reading.model, reading.version, reading.state]).toEqual(['unknown', '0b02', 'unknown']);
  });

  it('takes state 05 for a passing state on BDM-400 alone', () => {
    expect(readFrame({ ...four, modelByte: 0x84, stateByte: 0x05 }).state).toBe('awake');
    expect(readFrame({ ...four, modelByte: 0x8a, stateByte: 0x05 }).state).toBe('generating');
  });
});

describe('frameFromReading', () => {
  it.each(capturedFrames)('builds $hex again from what it says', ({ hex }) => {
    const frame = frameOf(hex);
    const reading = readFrame(frame);
    const again = frameFromReading({
      ...reading,
      modelByte: frame.modelByte,
      stateByte: frame.stateByte,
      marker: frame.marker,
    });
    // Word 31 is the one word whose meaning is open, so a sender can only come near it.
    expect({ ...again, word31: 0 }).toEqual({ ...frame, word31: 0 });
  });

  const quiet: ReadingToSend = {
    serial: '86000001',
    modelByte: 0xe6,
    stateByte: 0x06,
    powerW: 0,
    dcVoltageV: 33,
    acVoltageV: 230,
    frequencyHz: 50,
    temperatureC: 25,
    energyTodayWh: 0,
    statusBits: 0,
    channels: [],
  };

  it('says what it was told, within half a count, for any number of channels', () => {
    const channel = fc.record({
      voltageV: fc.double({ min: 6, max: 60, noNaN: true }),
      powerW: fc.double({ min: 0, max: 700, noNaN: true }),
      energyTodayWh: fc.double({ min: 0, max: 9000, noNaN: true }),
    });
    const sent = fc.record({
      serial: fc.constantFrom('86000001', '0000000A', 'FFFFFFFF'),
      modelByte: fc.constantFrom(0x84, 0x8a, 0x8c, 0xe6, 0xeb),
      stateByte: fc.constantFrom(1, 4, 5, 6),
      powerW: fc.double({ min: 0, max: 800, noNaN: true }),
      dcVoltageV: fc.double({ min: 0, max: 60, noNaN: true }),
      acVoltageV: fc.double({ min: 0, max: 300, noNaN: true }),
      frequencyHz: fc.double({ min: 45, max: 65, noNaN: true }),
      temperatureC: fc.double({ min: -40, max: 90, noNaN: true }),
      energyTodayWh: fc.double({ min: 0, max: 15_000, noNaN: true }),
      statusBits: fc.integer({ min: 0, max: 0xffff }),
      channels: fc.array(channel, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(sent, (reading) => {
        const result = decodeFrame(encodeFrame(frameFromReading(reading)));
        if (!result.ok) throw new Error(result.refusal);
        const decoded = readFrame(result.frame);
        const isPlain = reading.channels.length === 0;
        const near = (a: number, b: number, count: number) =>
          expect(Math.abs(a - b)).toBeLessThanOrEqual(count / 2 + 1e-9);
        expect(decoded.serial).toBe(reading.serial);
        expect(decoded.statusBits).toBe(reading.statusBits);
        near(decoded.powerW, reading.powerW, 1 / (isPlain ? 78.568 : 25.6));
        near(decoded.energyTodayWh, reading.energyTodayWh, isPlain ? 0.2308 : 3.62);
        near(decoded.dcVoltageV, reading.dcVoltageV, 1 / (isPlain ? 200 : 256));
        near(decoded.acVoltageV, reading.acVoltageV, 11 / 192);
        near(decoded.frequencyHz, reading.frequencyHz, 1 / 256);
        near(decoded.temperatureC, reading.temperatureC, 0.026);
        expect(decoded.channels).toHaveLength(reading.channels.length);
        decoded.channels.forEach((c, i) => {
          near(c.powerW, reading.channels[i]?.powerW ?? Number.NaN, 1 / 25.6);
          near(c.energyTodayWh, reading.channels[i]?.energyTodayWh ?? Number.NaN, 3.62);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('holds gauges at the end of their word and lets counters start again', () => {
    const frame = frameFromReading({
      ...quiet,
      powerW: 5000,
      acVoltageV: -3,
      energyTodayWh: 0x10001 * 0.2308,
    });
    expect([frame.powerRaw, frame.acVoltageRaw, frame.energyRaw, frame.word31]).toEqual([
      0xffff, 0, 1, 0xffff,
    ]);
  });

  it('refuses to become bytes when a number is not one', () => {
    expect(() => encodeFrame(frameFromReading({ ...quiet, powerW: Number.NaN }))).toThrow(RangeError);
  });
});

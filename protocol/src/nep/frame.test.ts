import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capturedFrames } from '../../frames/captured.ts';
import { type Checksums, decodeFrame, encodeFrame, type Frame, maxFrameBytes } from './frame.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const allRight: Checksums = { inner: true, sum: true, xor: true };

function decoded(bytes: Uint8Array) {
  const result = decodeFrame(bytes);
  if (!result.ok) throw new Error(`refused: ${result.refusal}`);
  return result;
}

const word = fc.integer({ min: 0, max: 0xffff });
const byte = fc.integer({ min: 0, max: 0xff });
const anyFrame: fc.Arbitrary<Frame> = fc.record({
  command: word,
  accessPoint: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((b) => Uint8Array.from(b)),
  marker: fc.integer({ min: 0, max: 0xffffffff }),
  serial: fc.integer({ min: 0, max: 0xffffffff }).map((n) => n.toString(16).toUpperCase().padStart(8, '0')),
  statusWord: word,
  powerRaw: word,
  dcVoltageRaw: word,
  acVoltageRaw: word,
  word31: word,
  frequencyRaw: word,
  temperatureRaw: word,
  energyRaw: word,
  stateByte: byte,
  modelByte: byte,
  channels: fc.array(fc.record({ voltageRaw: word, powerRaw: word, energyRaw: word }), {
    maxLength: 675,
    size: 'large',
  }),
});

describe('captured frames', () => {
  it.each(capturedFrames)('$model $hex gives its raw words and checksums', ({ hex, expected }) => {
    const { frame, checksums } = decoded(bytesOf(hex));
    expect({
      serial: frame.serial,
      status_le: frame.statusWord.toString(16).padStart(4, '0'),
      power_raw: frame.powerRaw,
      dc_v_raw: frame.dcVoltageRaw,
      ac_v_raw: frame.acVoltageRaw,
      word31_raw: frame.word31,
      freq_raw: frame.frequencyRaw,
      temp_raw: frame.temperatureRaw,
      energy_raw: frame.energyRaw,
      sum_ok: checksums.sum,
      xor_ok: checksums.xor,
      inner_sum_ok: checksums.inner,
    }).toEqual({
      serial: expected.serial,
      status_le: expected.status_le,
      power_raw: expected.power_raw,
      dc_v_raw: expected.dc_v_raw,
      ac_v_raw: expected.ac_v_raw,
      word31_raw: expected.word31_raw,
      freq_raw: expected.freq_raw,
      temp_raw: expected.temp_raw,
      energy_raw: expected.energy_raw,
      sum_ok: expected.sum_ok,
      xor_ok: expected.xor_ok,
      inner_sum_ok: expected.inner_sum_ok,
    });
    expect(frame.channels).toEqual(
      (expected.channels ?? []).map((c) => ({
        voltageRaw: c.dc_v_raw,
        powerRaw: c.power_raw,
        energyRaw: c.energy_raw,
      })),
    );
  });

  it.each(capturedFrames)('$hex comes back byte for byte up to its checksums', ({ hex }) => {
    const bytes = bytesOf(hex);
    const { frame, checksums } = decoded(bytes);
    const again = encodeFrame(frame);
    expect(hexOf(again.subarray(0, -4))).toBe(hexOf(bytes.subarray(0, -4)));
    if (checksums.inner && checksums.sum && checksums.xor) expect(hexOf(again)).toBe(hex);
    const mended = decoded(again);
    expect(mended).toEqual({ ok: true, frame, checksums: allRight });
  });

  it('are whole byte for byte where all three checksums are right', () => {
    const whole = capturedFrames.filter(
      (f) => f.expected.inner_sum_ok && f.expected.sum_ok && f.expected.xor_ok,
    );
    expect(whole.map((f) => hexOf(encodeFrame(decoded(bytesOf(f.hex)).frame)))).toEqual(
      whole.map((f) => f.hex),
    );
    expect(whole.length).toBeGreaterThan(0);
  });
});

describe('built vectors', () => {
  it.each([
    ['BDM-400', '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd'],
    ['BDM-800', '792600401400000f0f0f0f00001c00c3c3c3c30d0c0b0a20000000ef1800100000fc30000d0000018caa9043df'],
    [
      'BDM-2250',
      '793e00401400000f0f0f0f00003400c3c3c3c301000086000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233ab430',
    ],
  ])('%s has three right checksums and comes back byte for byte', (_name, hex) => {
    const { frame, checksums } = decoded(bytesOf(hex));
    expect(checksums).toEqual(allRight);
    expect(hexOf(encodeFrame(frame))).toBe(hex);
  });
});

describe('decodeFrame', () => {
  const real = bytesOf(capturedFrames[0]?.hex ?? '');
  const changed = (at: number, value: number) => {
    const copy = Uint8Array.from(real);
    copy[at] = value;
    return copy;
  };

  it.each([
    ['tooShort', new Uint8Array(0)],
    ['tooShort', real.subarray(0, 44)],
    ['tooLong', new Uint8Array(maxFrameBytes + 1)],
    ['wrongStart', changed(0, 0x78)],
    ['wrongLength', changed(1, 0x27)],
    ['wrongLength', Uint8Array.from([...real, 0])],
    ['wrongDataLength', changed(13, 0x22)],
    ['wrongDataLength', changed(13, 0x1b)],
  ] as const)('refuses with %s', (refusal, bytes) => {
    expect(decodeFrame(bytes)).toEqual({ ok: false, refusal });
  });

  it('refuses lengths that agree with each other but hold no whole channel', () => {
    const bytes = Uint8Array.from([...real, 0]);
    bytes[1] = 39;
    bytes[13] = 29;
    expect(decodeFrame(bytes)).toEqual({ ok: false, refusal: 'wrongDataLength' });
  });

  it('reads a frame that lies inside a larger buffer, and shares no memory with it', () => {
    const pool = Buffer.alloc(100);
    pool.set(real, 7);
    const { frame } = decoded(pool.subarray(7, 7 + real.length));
    pool.fill(0);
    expect(frame).toEqual(decoded(real).frame);
  });

  it('gives a frame or a named refusal for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const result = decodeFrame(bytes);
        if (!result.ok) expect(result.refusal).toMatch(/^(tooShort|tooLong|wrong[A-Z])/);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives a frame or a named refusal for bytes that look like a frame', () => {
    const size = fc.integer({ min: 40, max: 120 });
    fc.assert(
      fc.property(size, fc.uint8Array({ minLength: 120, maxLength: 120 }), (length, noise) => {
        const bytes = Uint8Array.from(noise.subarray(0, length));
        bytes.set([0x79, length - 7, 0], 0);
        bytes.set([length - 17, 0], 13);
        const result = decodeFrame(bytes);
        expect(result.ok).toBe(length >= 45 && (length - 45) % 6 === 0);
        if (result.ok) expect(encodeFrame(result.frame).subarray(0, -4)).toEqual(bytes.subarray(0, -4));
      }),
      { numRuns: 2000 },
    );
  });

  it('sees every changed byte of a right frame, by a refusal or by a checksum', () => {
    const rights = capturedFrames.map((f) => encodeFrame(decoded(bytesOf(f.hex)).frame));
    fc.assert(
      fc.property(
        fc.constantFrom(...rights),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (right, where, flip) => {
          const bytes = Uint8Array.from(right);
          const at = where % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ flip;
          const result = decodeFrame(bytes);
          if (result.ok) expect(result.checksums).not.toEqual(allRight);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('encodeFrame', () => {
  it('gives bytes that decode to the same frame with right checksums, for any frame', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const bytes = encodeFrame(frame);
        expect(bytes.length).toBe(45 + 6 * frame.channels.length);
        expect(decodeFrame(bytes)).toEqual({ ok: true, frame, checksums: allRight });
      }),
      { numRuns: 300 },
    );
  });

  const { frame } = decoded(bytesOf(capturedFrames[0]?.hex ?? ''));
  const channel = { voltageRaw: 1, powerRaw: 2, energyRaw: 3 };
  it.each([
    ['a word beyond 16 bits', { powerRaw: 0x10000 }],
    ['a fraction', { energyRaw: 1.5 }],
    ['not a number', { temperatureRaw: Number.NaN }],
    ['a negative number', { dcVoltageRaw: -1 }],
    ['a byte beyond 8 bits', { modelByte: 0x100 }],
    ['a short serial', { serial: '1234567' }],
    ['a lower-case serial', { serial: '86a10001' }],
    ['a short access point', { accessPoint: new Uint8Array(7) }],
    ['too many channels', { channels: Array.from({ length: 676 }, () => channel) }],
  ])('refuses %s rather than write another truth', (_name, change) => {
    expect(() => encodeFrame({ ...frame, ...change })).toThrow(RangeError);
  });

  it('takes as many channels as fit', () => {
    const bytes = encodeFrame({ ...frame, channels: Array.from({ length: 675 }, () => channel) });
    expect(decoded(bytes).frame.channels).toHaveLength(675);
  });
});

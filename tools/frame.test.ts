import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { capturedFrames } from '@helioport/protocol/frames/captured';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

async function frame(args: readonly string[], input = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/frame.ts', ...args], { cwd: root });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err, code: await closed };
}

const hexOf = (version: string) => capturedFrames.find((f) => f.expected.version === version)?.hex ?? '';

describe('npm run frame', () => {
  // One frame of each model: a process per frame is slow, and protocol/ reads all of them.
  it.each(['8406', '8401', '8c05', '8a05', 'eb05', 'e606'])(
    'reads a frame of version %s as JSON',
    async (version) => {
      const captured = capturedFrames.find((f) => f.expected.version === version);
      const { out, code } = await frame(['--json', captured?.hex ?? '']);
      const e = captured?.expected;
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual({
        serial: e?.serial,
        model: captured?.model.split(' ')[0],
        modelByte: e?.model_byte,
        stateByte: e?.state_byte,
        powerW: e?.power_w,
        dcVoltageV: e?.dc_v ?? 0.25,
        acVoltageV: e?.ac_v,
        frequencyHz: e?.freq_hz,
        temperatureC: expect.any(Number),
        energyTodayWh: e?.energy_wh_approx,
        statusBits: 0,
        channels: (e?.channels ?? []).map((c) => ({
          index: c.addr,
          voltageV: c.dc_v_div256,
          powerW: c.power_w,
          energyTodayWh: Number((c.energy_raw * 3.62).toFixed(1)),
        })),
        checksums: { inner: e?.inner_sum_ok, sum: e?.sum_ok, xor: e?.xor_ok },
      });
    },
  );

  it('reads standard input, however the digits are set', async () => {
    const spaced = hexOf('e606')
      .toUpperCase()
      .replace(/../g, '$& ')
      .replace(/(.{48})/g, '$1\n');
    const { out, code } = await frame(['--json', '-'], `0x${spaced}\n`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ serial: '86A10001', powerW: 1512.6, checksums: { inner: true } });
  });

  it('says it in words', async () => {
    const { out, code } = await frame([hexOf('eb05')]);
    expect(code).toBe(0);
    expect(out).toMatch(/^serial +86A10003\nmodel +BDM-1200-LV /);
    expect(out).toMatch(/^channel 1 +0\.25 V, 0\.0 W, 0\.0 Wh today \(no module\)$/m);
    expect(out).toMatch(/^checksums +inner valid, sum valid, xor valid$/m);
  });

  it.each([
    [['--json', '79'], /^Not a frame: it has fewer than 45 bytes \(tooShort\)\n$/],
    [['--json', `00${hexOf('8406').slice(2)}`], /\(wrongStart\)\n$/],
    [['zz'], /hexadecimal/],
    [['792'], /odd number/],
    [[], /--help/],
    [['--jsn', '79'], /--jsn/],
  ])('refuses %j on standard error', async (args, message) => {
    const { out, err, code } = await frame(args);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toMatch(message);
  });

  it('explains itself', async () => {
    const { out, code } = await frame(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('npm run -s frame -- [--json] <hex>');
  });
});

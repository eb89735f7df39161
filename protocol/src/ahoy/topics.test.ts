import { describe, expect, it } from 'vitest';
import { fuzz, gathering } from '../../test/messages.ts';
import { GATHER_EVERY_MS, GATHER_QUIET_MS } from '../feeds/gather.ts';
import { ahoy } from './topics.ts';

const AT_S = 1_782_036_000;
const place = { timeZone: 'Europe/Berlin', nowMs: AT_S * 1000 + 4_000 };

const expected = {
  source: 'Balkon',
  role: 'pv',
  atMs: AT_S * 1000,
  label: 'Balkon',
  values: { powerW: 612.3, acVoltageV: 231.4, frequencyHz: 50.02, temperatureC: 41.3, energyOutWh: 402117 },
  channels: [
    { index: 1, powerW: 320.5, voltageV: 34.1, energyWh: 201058 },
    { index: 2, powerW: 322, currentA: 9.42, energyWh: 201059 },
  ],
};

describe('AhoyDTU', () => {
  it('gathers single values', () => {
    const { put, due } = gathering(ahoy, place);
    for (const [topic, payload] of [
      ['Balkon/available', '2'],
      ['Balkon/last_success', String(AT_S)],
      ['Balkon/ch0/P_AC', '612.3'],
      ['Balkon/ch0/U_AC', '231.4'],
      ['Balkon/ch0/F_AC', '50.02'],
      ['Balkon/ch0/Temp', '41.3'],
      ['Balkon/ch0/YieldTotal', '402.117'],
      ['Balkon/ch0/YieldDay', '1210'],
      ['Balkon/ch1/P_DC', '320.5'],
      ['Balkon/ch1/U_DC', '34.1'],
      ['Balkon/ch1/YieldTotal', '201.058'],
      ['Balkon/ch2/P_DC', '322'],
      ['Balkon/ch2/I_DC', '9.42'],
      ['Balkon/ch2/YieldTotal', '201.059'],
      ['Balkon/firmware', '{"version":10018}'],
      ['total/P_AC', '612.3'],
      ['total/YieldTotal', '402.117'],
    ] as const)
      put(`inverter/${topic}`, payload);
    expect(due(GATHER_QUIET_MS)).toEqual([expected]);
  });

  it('gathers the channels of its JSON mode', () => {
    const { put, due } = gathering(ahoy, place);
    const channel = (index: number, values: object) =>
      put(`home/dtu/Balkon/ch${index}`, JSON.stringify({ ...values, ts: AT_S }));
    channel(0, { P_AC: 612.3, U_AC: 231.4, F_AC: 50.02, Temp: 41.3, YieldTotal: 402.117, Irradiation: 75 });
    channel(1, { P_DC: 320.5, U_DC: 34.1, YieldTotal: 201.058 });
    channel(2, { P_DC: 322, I_DC: 9.42, YieldTotal: 201.059 });
    put('home/dtu/total', JSON.stringify({ P_AC: 612.3, YieldTotal: 402.117 }));
    expect(due(GATHER_QUIET_MS)).toEqual([expected]);
  });

  it('stores no retained counters alone, and nothing of an inverter that is not available', () => {
    const { put, due } = gathering(ahoy, place);
    put('inverter/Balkon/last_success', String(AT_S), true);
    put('inverter/Balkon/ch0/YieldTotal', '402.117', true);
    expect(due(GATHER_EVERY_MS)).toEqual([]);
    put('inverter/Balkon/available', '0');
    put('inverter/Balkon/last_success', String(AT_S + 5));
    put('inverter/Balkon/ch0/P_AC', '0');
    expect(due(GATHER_EVERY_MS)).toEqual([]);
  });

  it('survives any payload with bounded memory', () => {
    const names = ['P_AC', 'YieldTotal', 'P_DC', 'U_AC_1N', 'ts'];
    fuzz(ahoy, place, ['Balkon', 'ch0', 'ch1', 'ch9', 'last_success', 'available', ...names], names);
  }, 300_000);
});

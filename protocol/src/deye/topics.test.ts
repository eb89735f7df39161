import { describe, expect, it } from 'vitest';
import { fuzz, gathering } from '../../test/messages.ts';
import { GATHER_EVERY_MS, GATHER_QUIET_MS } from '../feeds/gather.ts';
import { deye } from './topics.ts';

const place = { timeZone: 'Europe/Berlin', nowMs: 1_782_036_000_000 };

/** A round of values of a microinverter with two inputs, in the order of the program. */
const round = (power: number, total: string): [string, string][] => [
  ['day_energy', '1.2'],
  ['total_energy', total],
  ['ac/l1/voltage', '231.4'],
  ['ac/l1/current', '2.6'],
  ['ac/l1/power', '601.6'],
  ['ac/freq', '50.02'],
  ['uptime', '640'],
  ['dc/pv1/voltage', '34.1'],
  ['dc/pv1/current', '9.4'],
  ['dc/pv1/power', '320.5'],
  ['dc/pv1/day_energy', '0.6'],
  ['dc/pv1/total_energy', '201.1'],
  ['dc/pv2/power', '322.0'],
  ['dc/pv2/total_energy', '201.0'],
  ['dc/total_power', '642.5'],
  ['operating_power', '612.3'],
  ['ac/active_power', String(power)],
  ['radiator_temp', '41.3'],
  ['logger_status', 'online'],
];

describe('deye-inverter-mqtt', () => {
  it('gathers a round of values at the time of arrival', () => {
    const { put, due } = gathering(deye, place);
    for (const [topic, payload] of round(612.3, '402.1')) put(`deye/${topic}`, payload);
    expect(due(GATHER_QUIET_MS)).toEqual([
      {
        source: '',
        role: 'pv',
        atMs: place.nowMs,
        values: {
          energyOutWh: 402100,
          acVoltageV: 231.4,
          frequencyHz: 50.02,
          powerW: 612.3,
          temperatureC: 41.3,
        },
        channels: [
          { index: 1, voltageV: 34.1, currentA: 9.4, powerW: 320.5, energyWh: 201100 },
          { index: 2, powerW: 322, energyWh: 201000 },
        ],
        phases: [{ index: 1, voltageV: 231.4, currentA: 2.6, powerW: 601.6 }],
      },
    ]);
  });

  it('keeps loggers apart and begins a reading when a value comes again', () => {
    const { put, due } = gathering(deye, place);
    for (const [topic, payload] of round(100, '1')) put(`deye/1/${topic}`, payload);
    for (const [topic, payload] of round(200, '2')) put(`deye/2/${topic}`, payload);
    for (const [topic, payload] of round(300, '3')) put(`deye/2/${topic}`, payload);
    put('deye/aggregated/ac/active_power', '400');
    expect(
      due(GATHER_QUIET_MS).map(({ source, values }) => [source, values.powerW, values.energyOutWh]),
    ).toEqual([
      ['1', 100, 1000],
      ['2', 300, 3000],
    ]);
  });

  it('stores no retained values, which have no time', () => {
    const { put, due } = gathering(deye, place);
    expect(put('deye/ac/active_power', '100', true)).toBe('noTime');
    expect(due(GATHER_EVERY_MS)).toEqual([]);
  });

  it('survives any payload with bounded memory', () => {
    const levels = [
      'deye',
      '1',
      'ac',
      'dc',
      'pv1',
      'l1',
      'active_power',
      'power',
      'voltage',
      'total_energy',
      'freq',
    ];
    fuzz(deye, place, levels, ['power']);
  }, 300_000);
});

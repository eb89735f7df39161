import { describe, expect, it } from 'vitest';
import { fuzz, gathering } from '../../test/messages.ts';
import { GATHER_EVERY_MS, GATHER_QUIET_MS } from '../feeds/gather.ts';
import { opendtu } from './topics.ts';

const SERIAL = '116491110077';
const AT_S = 1_782_036_000;
const place = { timeZone: 'Europe/Berlin', nowMs: AT_S * 1000 + 4_000 };

/** What OpenDTU publishes of an inverter with two inputs at one time, in its order. */
const published = (atS: number, power: number, total: number): [string, string][] => [
  ['name', 'Garage'],
  ['device/fwbuildversion', '10018'],
  ['status/limit_relative', '100.00'],
  ['status/limit_absolute', '800'],
  ['status/reachable', '1'],
  ['status/producing', '1'],
  ['status/last_update', String(atS)],
  ['0/power', String(power)],
  ['0/voltage', '231.4'],
  ['0/current', '2.65'],
  ['0/frequency', '50.02'],
  ['0/powerfactor', '0.998'],
  ['0/reactivepower', '12.1'],
  ['0/temperature', '41.3'],
  ['0/efficiency', '95.2'],
  ['0/yieldday', '1210'],
  ['0/yieldtotal', String(total)],
  ['1/name', 'East'],
  ['1/power', '320.5'],
  ['1/voltage', '34.1'],
  ['1/current', '9.4'],
  ['1/yieldtotal', String(total / 2)],
  ['1/irradiation', '75.0'],
  ['2/power', '322.0'],
  ['2/voltage', '34.2'],
  ['2/current', '9.42'],
  ['2/yieldtotal', String(total / 2)],
];

const gatherer = () => gathering(opendtu, place);

describe('OpenDTU', () => {
  it('gathers the messages of an inverter into one reading with its inputs', () => {
    const { put, due } = gatherer();
    for (const [topic, payload] of published(AT_S, 612.3, 402.117))
      put(`home/solar/${SERIAL}/${topic}`, payload);
    for (const [topic, payload] of [
      ['ac/power', '612.3'],
      ['dtu/rssi', '-61'],
      ['ac/is_valid', '1'],
    ] as const)
      expect(put(`home/solar/${topic}`, payload)).toBeUndefined();
    expect(due(GATHER_QUIET_MS - 100)).toEqual([]);
    expect(due(200)).toEqual([
      {
        source: SERIAL,
        role: 'pv',
        atMs: AT_S * 1000,
        label: 'Garage',
        values: {
          powerLimitW: 800,
          powerW: 612.3,
          acVoltageV: 231.4,
          frequencyHz: 50.02,
          powerFactor: 0.998,
          reactivePowerVar: 12.1,
          temperatureC: 41.3,
          energyOutWh: 402117,
        },
        channels: [
          { index: 1, powerW: 320.5, voltageV: 34.1, currentA: 9.4, energyWh: 201058.5 },
          { index: 2, powerW: 322, voltageV: 34.2, currentA: 9.42, energyWh: 201058.5 },
        ],
      },
    ]);
    expect(due(GATHER_EVERY_MS)).toEqual([]);
  });

  it('stores one reading in 30 seconds, the last one, whose counter includes the others', () => {
    const { put, due } = gatherer();
    const round = (atS: number, total: number) => {
      for (const [topic, payload] of published(atS, 500, total)) put(`solar/${SERIAL}/${topic}`, payload);
    };
    round(AT_S, 10);
    round(AT_S + 5, 10.001);
    expect(due(GATHER_QUIET_MS).map(({ values }) => values.energyOutWh)).toEqual([10001]);
    round(AT_S + 10, 10.002);
    round(AT_S + 15, 10.003);
    expect(due(GATHER_QUIET_MS)).toEqual([]);
    expect(due(GATHER_EVERY_MS).map(({ atMs, values }) => [atMs, values.energyOutWh])).toEqual([
      [(AT_S + 15) * 1000, 10003],
    ]);
  });

  it('does not take values of the same time again, nor of an inverter that is not reachable', () => {
    const { put, due } = gatherer();
    put(`solar/${SERIAL}/status/last_update`, String(AT_S));
    put(`solar/${SERIAL}/0/power`, '80');
    expect(due(GATHER_QUIET_MS)).toHaveLength(1);
    // In the evening the DTU resets what it shows and keeps the time.
    put(`solar/${SERIAL}/status/last_update`, String(AT_S));
    put(`solar/${SERIAL}/0/power`, '0');
    put(`solar/${SERIAL}/status/reachable`, '0');
    put(`solar/${SERIAL}/status/last_update`, String(AT_S + 1));
    put(`solar/${SERIAL}/0/power`, '0');
    expect(due(GATHER_EVERY_MS)).toEqual([]);
  });

  it('keeps the time of retained values and stores none without a time', () => {
    const { put, due } = gatherer();
    for (const [topic, payload] of published(AT_S, 500, 10)) put(`solar/${SERIAL}/${topic}`, payload, true);
    expect(due(GATHER_QUIET_MS).map(({ atMs }) => atMs)).toEqual([AT_S * 1000]);
    expect(put('solar/116491110078/0/power', '500', true)).toBe('noTime');
    put('solar/116491110078/status/last_update', '0', true);
    expect(put('solar/116491110078/0/power', '500', true)).toBe('noTime');
    put('solar/116491110078/0/power', '500');
    expect(due(GATHER_EVERY_MS).map(({ atMs }) => atMs)).toEqual([place.nowMs]);
  });

  it('leaves unknown what is not measured', () => {
    const { put, due } = gatherer();
    put(`s/${SERIAL}/status/last_update`, String(AT_S));
    for (const payload of ['nan', '', '--', 'Infinity', '1e999', '12 W', '0x10', `${'9'.repeat(40)}`])
      expect(put(`s/${SERIAL}/0/power`, payload)).toBeUndefined();
    put(`s/${SERIAL}/0/yieldtotal`, '12.5');
    put(`s/${SERIAL}/0/voltage ph1-n`, '230.1');
    expect(due(GATHER_EVERY_MS)).toEqual([]);
    put(`s/${SERIAL}/0/power`, '0');
    expect(due(GATHER_EVERY_MS)[0]).toMatchObject({
      values: { powerW: 0, energyOutWh: 12500 },
      phases: [{ index: 1, voltageV: 230.1 }],
    });
  });

  it('survives any payload with bounded memory', () => {
    const levels = [
      SERIAL,
      '0',
      '1',
      '6',
      '9',
      'status',
      'radio',
      'cmd',
      'power',
      'yieldtotal',
      'last_update',
      'name',
    ];
    fuzz(opendtu, place, levels, ['power']);
  }, 300_000);
});

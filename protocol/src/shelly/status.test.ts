import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../test/messages.ts';
import { readShelly, shellyRoles } from './status.ts';

const read = (status: unknown, roles = 'pv') => readShelly(JSON.stringify(status), shellyRoles(roles)!);
const sys = { mac: 'A8032AB12345', unixtime: 1782036000 };
const at = { atMs: 1782036000000 };

describe('Shelly', () => {
  it('reads a plug in both directions', () => {
    const plug = { id: 0, output: true, voltage: 231.4, freq: 50.02, temperature: { tC: 41 } };
    const plain = { ...plug, apower: 612.3, aenergy: { total: 170204.016, by_minute: [1, 2, 3] } };
    expect(read({ sys, 'switch:0': plain, wifi: {} }).readings).toEqual([
      {
        source: 'B12345',
        role: 'pv',
        ...at,
        values: { powerW: 612.3, energyOutWh: 170204.016, acVoltageV: 231.4, frequencyHz: 50.02 },
      },
    ]);
    const both = { apower: -612.3, aenergy: { total: 170204.016 }, ret_aenergy: { total: 168518.016 } };
    expect(read({ sys, 'switch:0': both }, '-pv').readings[0]?.values).toEqual({
      powerW: 612.3,
      energyOutWh: 168518.016,
    });
    expect(read({ sys, 'pm1:0': both }, 'battery').readings[0]?.values).toEqual({
      powerW: 612.3,
      energyInWh: 1686,
      energyOutWh: 168518.016,
    });
  });

  it('reads clamps: one of three phases, and two with a role each', () => {
    const em = { total_act_power: -420.5, a_voltage: 230.1, a_freq: 50, b_voltage: 229, n_current: null };
    const emdata = { total_act: 26289.57, total_act_ret: 131881.86 };
    expect(read({ result: { sys, 'em:0': em, 'emdata:0': emdata } }, 'grid').readings).toEqual([
      {
        source: 'B12345',
        role: 'grid',
        ...at,
        values: {
          powerW: -420.5,
          energyInWh: 26289.57,
          energyOutWh: 131881.86,
          acVoltageV: 230.1,
          frequencyHz: 50,
        },
      },
    ]);
    const status = {
      sys,
      'switch:0': { id: 0, output: false },
      'em1:0': { act_power: 120, voltage: 230 },
      'em1data:0': { total_act_energy: 1000.5, total_act_ret_energy: 10 },
      'em1:1': { act_power: -2100 },
      'em1data:1': { total_act_energy: 3, total_act_ret_energy: 9120450 },
    };
    expect(read(status, 'grid,-pv').readings).toMatchObject([
      { source: 'B12345', role: 'grid', values: { powerW: 120, energyInWh: 1000.5, energyOutWh: 10 } },
      { source: 'B12345-1', role: 'pv', values: { powerW: 2100, energyOutWh: 9120450 } },
    ]);
    expect(read(status, 'none,-pv').readings.map(({ role }) => role)).toEqual(['pv']);
  });

  it('reads the first generation, whose relays count watt-minutes', () => {
    const status = {
      mac: 'CC50E3559F55',
      unixtime: 0,
      meters: [{ power: 60, is_valid: true, total: 120000 }],
    };
    expect(read(status).readings).toEqual([
      { source: '559F55', role: 'pv', values: { powerW: 60, energyOutWh: 2000 } },
    ]);
    const lamp = { power: 197.77, voltage: 236.27, is_valid: true, total: 1184633.1, total_returned: 1158.3 };
    expect(
      read({ unixtime: 1782036000, emeters: [{ ...lamp, is_valid: false }, lamp] }, 'grid').readings,
    ).toEqual([
      {
        source: '1',
        role: 'grid',
        ...at,
        values: { powerW: 197.77, energyInWh: 1184633.1, energyOutWh: 1158.3, acVoltageV: 236.27 },
      },
    ]);
  });

  it('leaves unknown what is not measured', () => {
    expect(read({ 'switch:0': { apower: null, aenergy: { total: 5 } } }).readings[0]?.values).toEqual({
      energyOutWh: 5,
    });
    const odd = { apower: 1, aenergy: { total: 5 }, ret_aenergy: { total: 6 } };
    expect(read({ 'switch:0': odd }).readings[0]?.values).toEqual({ powerW: 1 });
    expect(read({ sys, 'switch:0': { output: true } }).problems).toEqual([
      'no channel with a role has a value',
    ]);
    expect(readShelly('[', shellyRoles('pv')!).problems).toEqual([
      'expected: the status of a Shelly as a JSON object',
    ]);
    expect(['', 'sun', 'pv,', '--pv', 'pv,'.repeat(9), 'none'].map((text) => !!shellyRoles(text))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('survives any payload', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.constantFrom<unknown>(-1, 1e308, '1', { total: 5 }),
    );
    const component = fc.oneof(
      value,
      fc.dictionary(
        fc.constantFrom('apower', 'aenergy', 'ret_aenergy', 'voltage', 'act_power', 'total_act', 'total'),
        value,
      ),
    );
    const status = fc.dictionary(
      fc.constantFrom(
        'sys',
        'mac',
        'unixtime',
        'result',
        'switch:0',
        'pm1:7',
        'em:0',
        'emdata:0',
        'em1:1',
        'meters',
      ),
      fc.oneof(component, fc.array(component, { maxLength: 3 })),
    );
    const body = fc.oneof(
      status.map((one) => JSON.stringify(one)),
      fc.string(),
    );
    const roles = fc.constantFrom('pv', '-pv', 'grid,-pv', '-battery');
    fc.assert(
      fc.property(body, roles, (text, names) => {
        for (const { values, atMs } of readShelly(text, shellyRoles(names)!).readings) {
          expect(Object.values(values).every(Number.isFinite)).toBe(true);
          expect(atMs === undefined || Number.isFinite(atMs)).toBe(true);
        }
      }),
      { numRuns: fuzzRuns(1000) },
    );
  }, 300_000);
});

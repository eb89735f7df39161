// Answers as devices give them: exact energy, and nothing invented from what they leave out.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOutput } from './apsystems/apsystems.ts';
import { metersOf, readMeters as readEnphaseMeters, readProduction } from './enphase/enphase.ts';
import { invertersOf, readInverter, readMeters } from './fronius/fronius.ts';
import { plausible } from './source.ts';

const payload = (name: string): unknown =>
  JSON.parse(fs.readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));

describe('APsystems EZ1', () => {
  it('adds up both inputs', () => {
    expect(readOutput(payload('apsystems/payloads/output'))).toEqual([
      {
        source: 'E07000012345',
        role: 'pv',
        values: { powerW: 204, energyOutWh: 174747.78 },
        channels: [
          { index: 1, powerW: 139, energyWh: 87430.68 },
          { index: 2, powerW: 65, energyWh: 87317.1 },
        ],
      },
    ]);
  });

  it('has no total while an input is unknown, and no reading without success', () => {
    const [reading] = readOutput({ message: 'SUCCESS', data: { p1: 10, p2: null, te1: 1, te2: '2' } });
    expect(reading).toMatchObject({ values: {}, channels: [{ index: 1, powerW: 10, energyWh: 1000 }] });
    for (const bad of [null, [], { message: 'FAILED' }, { message: 'SUCCESS', data: { p1: Number.NaN } }])
      expect(() => readOutput(bad)).toThrow('getOutputData');
  });
});

describe('Fronius', () => {
  it('reads the inverter by day and by night', () => {
    const [inverter] = invertersOf(payload('fronius/payloads/inverterInfo'));
    expect(inverter).toEqual({ id: 1, serial: '1234567', name: 'Symo 20' });
    expect(readInverter(payload('fronius/payloads/inverterDay'), inverter!)).toEqual([
      {
        source: '1234567',
        label: 'Symo 20',
        role: 'pv',
        values: { powerW: 1190, energyOutWh: 44188000, acVoltageV: 227.9, frequencyHz: 49.94 },
        channels: [
          { index: 1, powerW: 1134.4, voltageV: 518, currentA: 2.19 },
          { index: 2, powerW: 600, voltageV: 400, currentA: 1.5 },
        ],
      },
    ]);
    expect(readInverter(payload('fronius/payloads/inverterNight'), inverter!)[0]?.values).toEqual({
      energyOutWh: 44197715,
    });
  });

  it('reads the meter at the grid connection only', () => {
    const readings = readMeters(payload('fronius/payloads/meters'));
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({
      source: '3456789012',
      role: 'grid',
      label: 'Smart Meter TS 65A-3',
      values: { powerW: 653.1, energyInWh: 2013105, energyOutWh: 3863340, frequencyHz: 49.9 },
    });
    expect(readings[0]?.phases?.[2]).toEqual({ index: 3, powerW: 251.3, voltageV: 236.9, currentA: 1.825 });
    expect(readMeters({ Head: { Status: { Code: 255 } } })).toEqual([]);
    expect(() => invertersOf({ Head: { Status: { Code: 8, Reason: 'busy' } } })).toThrow('status 8 busy');
  });
});

describe('Enphase', () => {
  it('reads the meters of production and grid', () => {
    const meters = metersOf(payload('enphase/payloads/meters'));
    expect(meters.map(({ type }) => type)).toEqual(['production', 'net-consumption']);
    const [production, grid] = readEnphaseMeters(payload('enphase/payloads/readings'), meters);
    expect(production).toEqual({
      source: '704643328',
      role: 'pv',
      values: { powerW: 2480.5, energyOutWh: 1545246.269, frequencyHz: 60 },
      phases: [
        { index: 1, powerW: 1240.25, voltageV: 122.3, currentA: 10.1 },
        { index: 2, powerW: 1240.25, voltageV: 122.326, currentA: 10.2 },
      ],
    });
    expect(grid).toMatchObject({
      role: 'grid',
      values: { powerW: -1980.4, energyInWh: 48540.732, energyOutWh: 1244797.861, acVoltageV: 244.6 },
    });
  });

  it('reads the microinverters where there is no meter', () => {
    expect(metersOf(undefined)).toEqual([]);
    expect(readProduction(payload('enphase/payloads/production'))).toEqual([
      { source: '', role: 'pv', values: { powerW: 4599, energyOutWh: 10394678 } },
    ]);
  });
});

it('leaves out values that cannot be', () => {
  const values = { powerW: 1e9, energyOutWh: -1, acVoltageV: Number.NaN, frequencyHz: 50 };
  const channels = [{ index: 1, powerW: 5, energyWh: -3 }];
  expect(plausible({ source: 'a', role: 'pv', values, channels })).toEqual({
    dropped: ['powerW', 'energyOutWh', 'acVoltageV', 'channels 1 energyWh'],
    reading: { source: 'a', role: 'pv', values: { frequencyHz: 50 }, channels: [{ index: 1, powerW: 5 }] },
  });
  expect(plausible({ source: '', role: 'pv', values: { powerW: 1e9 } }).reading).toBeUndefined();
});

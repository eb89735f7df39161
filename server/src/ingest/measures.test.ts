import { type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import { parseReport } from '@helioport/protocol/helioport/report';
import { describe, expect, it } from 'vitest';
import { decodeArrival } from './decode.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const decoded = (json: unknown) => {
  const parsed = parseReport(json);
  if (!parsed.ok) return parsed;
  const result = decodeArrival({ kind: 'report', sn: '0E000001', report: parsed.report }, NOW);
  return result.ok ? result.decoded.measured : result;
};

describe('a JSON reading', () => {
  it('means by a field what the kind of the device has', () => {
    const values = { powerW: 5, energyInWh: 10, energyOutWh: 20 };
    expect(decoded({ kind: 'meter', ...values })).toMatchObject({
      scalars: { gridPower: 50, energyImported: 100, energyExported: 200 },
    });
    expect(decoded({ kind: 'battery', ...values })).toMatchObject({
      scalars: { batteryPower: 50, energyCharged: 100, energyDischarged: 200 },
    });
    // The import of an inverter is no measurement.
    expect(decoded({ kind: 'inverter', ...values })).toMatchObject({
      scalars: { power: 50, energyTotal: 200 },
    });
    expect(decoded({ kind: 'inverter', energyInWh: 10 })).toMatchObject({ scalars: {} });
  });

  it('carries the number of the kind of its device, which its maker says where it is an inverter', () => {
    const kindOf = (sn: string, kind: string) => {
      const parsed = parseReport({ kind, powerW: 5 });
      if (!parsed.ok) return parsed;
      const result = decodeArrival({ kind: 'report', sn, report: parsed.report }, NOW);
      return result.ok ? result.decoded.measured.kind : result;
    };
    const code = (key: DeviceKindKey) => deviceKind(key).code;
    expect(kindOf('0E000001', 'inverter')).toBe(code('microinverter'));
    expect(kindOf('fronius.12345678', 'inverter')).toBe(code('stringMachine'));
    expect(kindOf('fronius.12345678', 'microinverter')).toBe(code('microinverter'));
    expect(kindOf('0E000001', 'stringMachine')).toBe(code('stringMachine'));
    expect(kindOf('0E000001', 'meter')).toBe(code('meter'));
    expect(kindOf('fronius.12345678', 'battery')).toBe(code('battery'));
  });

  it('tells phases and inputs apart, gaps as null', () => {
    const report = {
      kind: 'inverter',
      powerFactor: -0.98,
      signalStrengthDbm: -71,
      channels: [{ index: 2, voltageV: 380, currentA: 7.25 }],
      phases: [
        { index: 1, voltageV: 230.1 },
        { index: 3, voltageV: 231, powerW: -40 },
      ],
    };
    expect(decoded(report)).toMatchObject({
      scalars: { powerFactor: -980, signalStrength: -710 },
      inputs: { dcVoltage: [null, 38_000], dcCurrent: [null, 725] },
      phases: { phaseVoltage: [23_010, null, 23_100], phasePower: [null, null, -400] },
    });
  });

  it.each([
    ['outOfBounds', 'phases[0].index', [{ index: 4, voltageV: 1 }]],
    [
      'repeatedPhase',
      'phases[1].index',
      [
        { index: 1, voltageV: 1 },
        { index: 1, voltageV: 1 },
      ],
    ],
    ['tooManyPhases', 'phases', [1, 2, 3, 4]],
    ['unknownField', 'phases[0].energyWh', [{ index: 1, energyWh: 1 }]],
  ])('is refused with %s', (refusal, field, phases) => {
    expect(decoded({ kind: 'meter', phases })).toEqual({ ok: false, refusal, field });
  });
});

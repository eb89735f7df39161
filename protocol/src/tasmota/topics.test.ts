import { describe, expect, it } from 'vitest';
import { fuzz, gathering } from '../../test/messages.ts';
import { GATHER_QUIET_MS } from '../feeds/gather.ts';
import { tasmota, tasmotaTime } from './topics.ts';

const nowMs = Date.UTC(2026, 5, 21, 12, 0, 4);
const place = { timeZone: 'Europe/Berlin', nowMs };
const Time = '2026-06-21T14:00:00';
const atMs = Date.UTC(2026, 5, 21, 12);
const plug = {
  TotalStartTime: '2024-05-01T10:00:00',
  Total: 402.117,
  Yesterday: 1.2,
  Today: 0.9,
  Power: 612,
  ApparentPower: 620,
  ReactivePower: 90,
  Factor: 0.99,
  Voltage: 231,
  Current: 2.65,
};

const read = (topic: string, payload: object, isRetained = false) => {
  const { put, due } = gathering(tasmota, place);
  const taken = put(topic, JSON.stringify(payload), isRetained);
  return taken === 'taken' ? due(GATHER_QUIET_MS) : taken;
};

describe('Tasmota', () => {
  it('reads a plug as an inverter', () => {
    expect(read('tele/balcony/SENSOR', { Time, ENERGY: plug })).toEqual([
      {
        source: 'balcony',
        role: 'pv',
        label: 'balcony',
        atMs,
        values: { powerW: 612, energyOutWh: 402117, acVoltageV: 231, powerFactor: 0.99 },
      },
    ]);
    const { Power, Total, ...rest } = plug;
    const reversed = { ...rest, Power: -Power, Total: 3, ExportActive: Total };
    expect(read('-pv/tele/balcony/SENSOR', { Time, ENERGY: reversed })).toMatchObject([
      { role: 'pv', values: { powerW: 612, energyOutWh: 402117 } },
    ]);
  });

  it('reads meters: three phases, and the script of an optical head', () => {
    const three = {
      ...plug,
      Power: [100, 200, -50],
      Voltage: [230, 231, 232],
      Current: [1, 2, 3],
      ExportActive: 2,
    };
    expect(read('grid/tele/meter/SENSOR', { Time, ENERGY: three })).toMatchObject([
      {
        source: 'meter',
        role: 'grid',
        values: { powerW: 250, energyInWh: 402117, energyOutWh: 2000, acVoltageV: 230 },
        phases: [
          { index: 1, voltageV: 230, currentA: 1 },
          { index: 2, voltageV: 231, currentA: 2 },
          { index: 3, voltageV: 232, currentA: 3 },
        ],
      },
    ]);
    const sml = { Total_in: 1204.5, Total_out: 88.21, Power_curr: -420, Meter_id: '0a01' };
    expect(read('tele/cellar/SENSOR', { Time, SML: sml })).toMatchObject([
      {
        source: 'cellar',
        role: 'grid',
        atMs,
        values: { powerW: -420, energyInWh: 1204500, energyOutWh: 88210 },
      },
    ]);
    expect(read('battery/tele/x/SENSOR', { Time, ENERGY: { Power: 300, Total: 4 } })).toMatchObject([
      { role: 'battery', values: { powerW: -300, energyInWh: 4000 } },
    ]);
  });

  it('takes the time of the device if it is right, else that of arrival', () => {
    const at = (text: unknown, zone = place) => tasmotaTime(text, zone);
    expect(at('2026-06-21T14:00:00')).toBe(atMs);
    // A device whose time zone is not set.
    expect(at('2026-06-21T12:00:00')).toBe(atMs);
    expect(at('2026-06-21T14:00:00+02:00')).toBe(atMs);
    expect(at('2026-06-21T14:00:00+0200')).toBe(atMs);
    expect(at('2026-06-21T11:00:00Z')).toBe(atMs - 3_600_000);
    for (const text of [
      '1970-01-01T00:00:10',
      '1970-01-01T00:00:10Z',
      '2026-06-21T13:00:00',
      'noon',
      7,
      undefined,
    ])
      expect([text, at(text)]).toEqual([text, null]);
    // The hour that comes twice in autumn.
    for (const hour of [0, 1]) {
      const instant = Date.UTC(2026, 9, 25, hour, 30);
      expect(at('2026-10-25T02:30:00', { timeZone: 'Europe/Berlin', nowMs: instant + 2_000 })).toBe(instant);
    }
    const old = { Time: '2026-06-21T09:00:00', ENERGY: plug };
    expect(read('tele/balcony/SENSOR', old)).toMatchObject([{ atMs: nowMs }]);
    expect(read('tele/balcony/SENSOR', old, true)).toBe('noTime');
  });

  it('leaves unknown what is not measured', () => {
    for (const payload of [
      { Time },
      { Time, ENERGY: {} },
      { Time, AM2301: { Temperature: 20 } },
      { ENERGY: [1] },
    ])
      expect(read('tele/x/SENSOR', payload)).toBeUndefined();
    expect(read('tele/x/STATE', { Time, ENERGY: plug })).toBeUndefined();
    expect(
      read('tele/x/SENSOR', { Time, ENERGY: { Power: null, Total: -1, ExportActive: 'x' } }),
    ).toBeUndefined();
  });

  it('survives any payload with bounded memory', () => {
    const keys = ['Time', 'ENERGY', 'Power', 'Total', 'Total_in', 'ExportActive', 'Voltage', 'Current'];
    fuzz(tasmota, place, ['tele', 'x', 'pv', '-grid', 'SENSOR', 'SENSOR', 'SENSOR'], keys);
  }, 300_000);
});

import { describe, expect, it } from 'vitest';
import {
  arraysCheck,
  type CheckedModule,
  checkKeys,
  checkReasons,
  isOpenCheck,
  keyOfCheck,
  layoutCheck,
  meterCheck,
  modulesCheck,
  reportsCheck,
  resultOfCheck,
  voltagesCheck,
} from './commissioning.ts';

const module = (more: Partial<CheckedModule> = {}): CheckedModule => ({
  name: 'E1_1',
  isSeen: true,
  isWhole: false,
  arrayId: 1,
  isDrawn: true,
  voltageV: 38,
  ...more,
});
const south = { id: 1, name: 'South', tiltDeg: 35, azimuthDeg: 180 };

describe('the checks of a commissioning', () => {
  it('give every reason to a check that there is', () => {
    const keys = Object.keys(checkReasons).map((reason) => reason.split('.')[0]);
    expect(new Set(keys)).toEqual(new Set(checkKeys));
  });

  it('name modules that never reported, and cannot tell those of an inverter that names none', () => {
    expect(modulesCheck([])).toMatchObject({ reason: 'modules.none' });
    expect(modulesCheck([module(), module({ name: 'E2_1', isSeen: false })])).toMatchObject({
      reason: 'modules.missing',
      names: ['E2_1'],
    });
    const whole = modulesCheck([module({ isWhole: true })]);
    expect([resultOfCheck(whole), isOpenCheck(whole), keyOfCheck(whole)]).toEqual([
      'unknown',
      false,
      'modules',
    ]);
    expect(resultOfCheck(modulesCheck([module()]))).toBe('ok');
  });

  it('name six at most and count all', () => {
    const many = Array.from({ length: 9 }, (_, i) => module({ name: `E${i}`, isSeen: false }));
    expect(modulesCheck(many)).toMatchObject({ names: many.slice(0, 6).map(({ name }) => name), count: 9 });
  });

  it('take a short circuit, two modules in a row and a bypassed part for what they are', () => {
    expect(voltagesCheck([module({ voltageV: null })]).reason).toBe('voltages.none');
    expect(voltagesCheck([module({ voltageV: 12 })]).reason).toBe('voltages.range');
    expect(voltagesCheck([module({ voltageV: 76 })]).reason).toBe('voltages.range');
    const three = [module(), module(), module()];
    expect(voltagesCheck([...three, module({ name: 'E9', voltageV: 26 })])).toMatchObject({
      reason: 'voltages.low',
      names: ['E9 (26 V)'],
    });
    expect(voltagesCheck([...three, module({ voltageV: 33 })])).toMatchObject({
      reason: 'voltages.ok',
      values: { from: 33, to: 38 },
    });
  });

  it('ask about planes that face the pole, on either half of the earth, unless they are flat', () => {
    const north = { ...south, name: 'North', azimuthDeg: 350 };
    expect(arraysCheck([module()], [], 52).reason).toBe('planes.none');
    expect(arraysCheck([module({ arrayId: null })], [south], 52).reason).toBe('planes.missing');
    expect(arraysCheck([module()], [south], 52).reason).toBe('planes.ok');
    expect(arraysCheck([module()], [south, north], 52)).toMatchObject({
      reason: 'planes.away',
      names: ['North (35° / 350°)'],
    });
    expect(arraysCheck([module()], [north], -34).reason).toBe('planes.ok');
    expect(arraysCheck([module()], [south], -34).reason).toBe('planes.away');
    expect(arraysCheck([module()], [{ ...north, tiltDeg: 10 }], 52).reason).toBe('planes.ok');
  });

  it('want every module drawn and every place wired', () => {
    expect(layoutCheck([module({ isDrawn: false })], 0).reason).toBe('layout.none');
    expect(layoutCheck([module(), module({ name: 'E2', isDrawn: false })], 0)).toMatchObject({
      reason: 'layout.missing',
      names: ['E2'],
    });
    expect(layoutCheck([module()], 2)).toMatchObject({ reason: 'layout.noSerial', values: { places: 2 } });
    expect(layoutCheck([module()], 0).reason).toBe('layout.ok');
  });

  it('tell a meter that is turned round from one that is not, by day and at night', () => {
    const day = Array.from({ length: 12 }, () => ({ gridW: -1500, madeW: 2000, batteryW: 0 }));
    const night = Array.from({ length: 12 }, () => ({ gridW: 400, madeW: 0, batteryW: 0 }));
    const turn = (steps: typeof day) => steps.map((step) => ({ ...step, gridW: -step.gridW }));
    expect(meterCheck(false, []).reason).toBe('meter.none');
    expect(meterCheck(true, [...day, ...night]).reason).toBe('meter.ok');
    expect(meterCheck(true, turn([...day, ...night])).reason).toBe('meter.turned');
    expect(meterCheck(true, day.slice(0, 7)).reason).toBe('meter.few');
    const charged = night.map((step) => ({ ...step, gridW: -400, batteryW: 900 }));
    expect(meterCheck(true, charged).reason).toBe('meter.ok');
  });

  it('wait for 24 h to be over before they call them free of trouble', () => {
    const hour = 3_600_000;
    const facts = { nowMs: 100 * hour, firstAtMs: 70 * hour, lastAtMs: 99 * hour, names: [] };
    expect(reportsCheck(facts).reason).toBe('trouble.ok');
    expect(reportsCheck({ ...facts, firstAtMs: 80 * hour }).reason).toBe('trouble.young');
    expect(reportsCheck({ ...facts, lastAtMs: 75 * hour }).reason).toBe('trouble.silent');
    expect(reportsCheck({ ...facts, names: ['E1'] })).toMatchObject({ reason: 'trouble.found', count: 1 });
  });
});

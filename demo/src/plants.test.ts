import { isSerial } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import { expect, test } from 'vitest';
import { demoCompanies, demoUsers } from './companies.ts';
import { demoPlants, unclaimedPlant } from './plants.ts';
import { installedW } from './world.ts';

const everything = [...demoPlants, unclaimedPlant];
const moduleCounts = demoPlants.map((p) =>
  p.inverters.reduce((n, inverter) => n + inverter.modules.length, 0),
);

test('plants of several sizes, among them one of 4, one of 60 and one of 500 modules', () => {
  expect(demoPlants.length).toBeGreaterThanOrEqual(12);
  for (const size of [4, 60, 500]) expect(moduleCounts).toContain(size);
});

test('every serial stands once and is 8 upper-case hex digits', () => {
  const serials = everything.flatMap((p) => [
    ...p.inverters.filter(({ own }) => !own).map((inverter) => inverter.serial),
    ...(p.meter && !p.compositeDevice ? [p.meter.serial] : []),
    ...(p.battery && !p.compositeDevice ? [p.battery.serial] : []),
  ]);
  expect(new Set(serials).size).toBe(serials.length);
  for (const serial of serials) expect(serial).toMatch(/^[0-9A-F]{8}$/);
});

test('inverters of other vendors stand alone beside a meter, machines have one serial', () => {
  const plants = everything.filter((p) => p.inverters.some(({ own }) => own));
  expect(plants.map(({ compositeDevice: machine }) => machine !== undefined).sort()).toEqual([false, true]);
  for (const { inverters, meter, battery, compositeDevice: machine } of plants) {
    expect(inverters).toHaveLength(1);
    expect(isSerial(inverters[0]!.serial)).toBe(true);
    expect(meter).toBeDefined();
    if (!machine) continue;
    expect([meter?.serial, battery?.serial]).toEqual([inverters[0]!.serial, inverters[0]!.serial]);
  }
});

test('every module has a plane, a free input and a place of its own', () => {
  for (const plant of everything) {
    const arrays = new Set(plant.arrays.map((p) => p.key));
    const spots = new Set<string>();
    for (const inverter of plant.inverters) {
      if (!inverter.own) {
        const product = productByNumber(inverter.productNumber ?? 0);
        expect(product?.modelByte).not.toBeNull();
        expect(inverter.modules.length).toBeLessThanOrEqual(product?.inputs ?? 0);
      }
      expect(inverter.modules.map((m) => m.addr)).toEqual(inverter.modules.map((_, i) => i + 1));
      for (const m of inverter.modules) {
        expect(arrays.has(m.array)).toBe(true);
        spots.add(`${m.x} ${m.y}`);
      }
    }
    expect(spots.size).toBe(plant.inverters.flatMap((inverter) => inverter.modules).length);
    expect(installedW(plant)).toBeGreaterThan(1000);
  }
});

test('every flaw and fault named in the lists is really there', () => {
  const kinds = new Set(
    demoPlants.flatMap((p) => p.inverters.flatMap((inverter) => inverter.modules.map((m) => m.flaw?.kind))),
  );
  for (const kind of ['dead', 'diode', 'soiled', 'shade']) expect(kinds).toContain(kind);
  for (const plant of demoPlants) {
    const serials = new Set(plant.inverters.map((inverter) => inverter.serial));
    for (const fault of plant.faults) {
      const named = 'serials' in fault ? fault.serials : 'serial' in fault ? [fault.serial] : [];
      for (const serial of named) expect(serials.has(serial)).toBe(true);
    }
  }
});

test('owners, installers and companies exist, and parents stand before children', () => {
  const emails = new Set(demoUsers.map((u) => u.email));
  expect(emails.size).toBe(demoUsers.length);
  const seen = new Set<string>();
  for (const company of demoCompanies) {
    if (company.parentKey !== null) expect(seen.has(company.parentKey)).toBe(true);
    seen.add(company.key);
    expect(emails.has(company.managerEmail)).toBe(true);
  }
  for (const plant of demoPlants) {
    expect(seen.has(plant.companyKey)).toBe(true);
    expect(emails.has(plant.ownerEmail)).toBe(true);
    expect(emails.has(plant.installerEmail)).toBe(true);
    expect(plant.sid).toMatch(/^[A-Z]{2}_\d{8}_[A-Za-z0-9]{4}$/);
    expect(plant.sid.slice(0, 2)).toBe(plant.countryCode);
    expect(() => new Intl.DateTimeFormat('en', { timeZone: plant.timeZone })).not.toThrow();
  }
  expect(demoPlants.filter((p) => p.ownerEmail === 'owner@demo.test')).toHaveLength(3);
  expect(demoUsers.filter((u) => u.mayLogIn)).toHaveLength(6);
});

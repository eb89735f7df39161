// Plants with devices of a second vendor, which report in JSON: a home with a composite device, and one with a single
// inverter of that vendor and a meter of the first vendor.
import { house } from './plantsOwner.ts';
import type { DemoModule, DemoPlant } from './world.ts';

const VENDOR = 'sunhall';
const tiled = 0.0342;

/** An input with modules in series, drawn as one. */
const chain = (addr: number, array: string, modules: number, x: number): DemoModule => ({
  addr,
  array,
  ratedW: modules * 440,
  inSeries: modules,
  x,
  y: 0,
});

const COMPOSITE_SERIAL = 'HYB10-24017';

/** Location and climate of both. */
const valley = {
  ...house,
  countryCode: 'AT',
  state: 'Salzburg',
  stateCode: 'AT-5',
  timeZone: 'Europe/Vienna',
  electricityPrice: 0.28,
  ownerEmail: 'hanna@demo.test',
  faults: [],
  climate: { cloudiness: 0.48, meanTempC: 9, seasonK: 9.5, dayK: 5 },
};

const schoolHouse: DemoPlant = {
  ...valley,
  sid: 'AT_20250403_Hy7m',
  name: 'Altes Schulhaus',
  city: 'Hallein',
  street: 'Schulgasse 3',
  zip: '5400',
  latitude: 47.6831,
  longitude: 13.0969,
  commissionedDay: '2025-04-14',
  arrays: [
    { key: 'south', name: 'South roof', tiltDeg: 32, azimuthDeg: 172, rossK: tiled },
    { key: 'west', name: 'West roof', tiltDeg: 32, azimuthDeg: 262, rossK: tiled },
  ],
  inverters: [
    {
      serial: COMPOSITE_SERIAL,
      productNumber: null,
      own: { vendor: VENDOR, ratedW: 10_000 },
      alias: '',
      modules: [chain(1, 'south', 14, 0), chain(2, 'west', 12, 6)],
    },
  ],
  meter: {
    serial: COMPOSITE_SERIAL,
    alias: '',
    load: { shape: 'home', dailyWh: 16_500 },
    phaseShares: [0.41, 0.35, 0.24],
    installedDay: '2026-08-15',
  },
  battery: {
    serial: COMPOSITE_SERIAL,
    alias: '',
    capacityWh: 12_800,
    maxPowerW: 6_000,
    roundTripRatio: 0.91,
    reserveRatio: 0.1,
  },
  compositeDevice: { alias: 'Cellar' },
};

const bakery: DemoPlant = {
  ...valley,
  sid: 'AT_20250611_Bk3w',
  name: 'Backstube am Anger',
  city: 'Kuchl',
  street: 'Markt 12',
  zip: '5431',
  latitude: 47.6266,
  longitude: 13.1447,
  commissionedDay: '2025-06-20',
  arrays: [{ key: 'roof', name: 'Roof', tiltDeg: 15, azimuthDeg: 195, rossK: tiled }],
  inverters: [
    {
      serial: 'TRI8-10933',
      productNumber: null,
      own: { vendor: VENDOR, ratedW: 8_000, isMute: true },
      alias: 'Attic',
      modules: [chain(1, 'roof', 11, 0), chain(2, 'roof', 11, 6)],
    },
  ],
  meter: {
    serial: '4DE10001',
    alias: 'Bakery meter',
    load: { shape: 'business', dailyWh: 58_000 },
    installedDay: '2026-08-15',
  },
  gateways: [
    {
      vendor: VENDOR,
      serial: 'GW2-70031',
      alias: 'Meter cabinet',
      behind: ['TRI8-10933'],
      listens: { server: { host: 'portal.sunhall.example', port: 1883 }, isLocked: true },
    },
  ],
};
export const vendorPlants: readonly DemoPlant[] = [schoolHouse, bakery];

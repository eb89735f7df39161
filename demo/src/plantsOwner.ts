// The three plants of the owner who can log in: home, vacation home with meter and battery, garden.
import { wire } from './roofs.ts';
import type { DemoPlant } from './world.ts';

const tiled = 0.0342;
const ventilated = 0.0225;

/** The plant that other German ones are written down against. */
export const house: DemoPlant = {
  sid: 'DE_20240312_9kQm',
  name: 'Haus Sonnenhang',
  countryCode: 'DE',
  state: 'Baden-Württemberg',
  stateCode: 'DE-BW',
  city: 'Freiburg im Breisgau',
  street: 'Schlierbergstraße 14',
  zip: '79100',
  latitude: 47.9811,
  longitude: 7.8432,
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.34,
  temperatureUnit: 'Celsius',
  ownerEmail: 'owner@demo.test',
  installerEmail: 'installer@demo.test',
  companyKey: 'installerA',
  sharedWith: [],
  commissionedDay: '2024-03-14',
  grid: { voltageV: 233, frequencyHz: 50 },
  arrays: [
    { key: 'south', name: 'South roof', tiltDeg: 38, azimuthDeg: 172, rossK: tiled },
    { key: 'west', name: 'West dormer', tiltDeg: 30, azimuthDeg: 262, rossK: tiled },
  ],
  inverters: wire({
    product: 'BDM-2250',
    firstSerial: '86D10001',
    ratedW: 550,
    alias: 'Roof',
    fields: [
      { array: 'south', modules: 2, columns: 2, x: 0, y: 0 },
      { array: 'west', modules: 2, columns: 1, x: 3.6, y: 0 },
    ],
    flaws: {
      // The neighbor's spruce is to the southeast.
      '86D10001_1': {
        kind: 'shade',
        fromAzimuthDeg: 112,
        toAzimuthDeg: 146,
        belowElevationDeg: 34,
        lossRatio: 0.75,
      },
    },
  }),
  faults: [],
  climate: { cloudiness: 0.42, meanTempC: 11.5, seasonK: 9, dayK: 4.5 },
};

const garden: DemoPlant = {
  ...house,
  sid: 'DE_20250504_Lm3T',
  name: 'Gartenlaube Havelblick',
  state: 'Brandenburg',
  stateCode: 'DE-BB',
  city: 'Potsdam',
  street: 'Uferweg 3',
  zip: '14467',
  latitude: 52.4009,
  longitude: 13.0591,
  commissionedDay: '2025-05-10',
  arrays: [{ key: 'arbour', name: 'Arbour roof', tiltDeg: 22, azimuthDeg: 195, rossK: ventilated }],
  inverters: wire({
    product: 'BDM-400',
    firstSerial: '30C5D201',
    ratedW: 440,
    alias: 'Arbour',
    fields: [{ array: 'arbour', modules: 6, columns: 3, x: 0, y: 0 }],
    replaces: { '30C5D206': '30C5D1F0' },
  }),
  // The router of the arbor is unplugged while the lawn is mowed, every other day.
  faults: [
    {
      kind: 'gap',
      serials: ['30C5D201', '30C5D202', '30C5D203', '30C5D204', '30C5D205', '30C5D206'],
      everyDays: 2,
      fromHour: 11,
      untilHour: 13.5,
    },
  ],
  climate: { cloudiness: 0.48, meanTempC: 9.9, seasonK: 9.5, dayK: 4 },
};

const lake: DemoPlant = {
  ...house,
  sid: 'DE_20231120_Fg1h',
  name: 'Ferienhaus Chiemsee',
  state: 'Bayern',
  stateCode: 'DE-BY',
  city: 'Prien am Chiemsee',
  street: 'Seestraße 41',
  zip: '83209',
  latitude: 47.8561,
  longitude: 12.3674,
  commissionedDay: '2023-12-01',
  // One price at first; since this year's contract the hour counts, and what the lake house does not use is sold.
  prices: [
    { from: '', price: 0.34, exportPrice: null, bands: [] },
    {
      from: '2026-01-01',
      price: 0.31,
      exportPrice: 0.08,
      bands: [
        { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '05:30', price: 0.19 },
        { days: [1, 2, 3, 4, 5], from: '17:00', to: '20:00', price: 0.42 },
      ],
    },
  ],
  arrays: [
    { key: 'east', name: 'East roof', tiltDeg: 27, azimuthDeg: 98, rossK: tiled },
    { key: 'west', name: 'West roof', tiltDeg: 27, azimuthDeg: 278, rossK: tiled },
  ],
  inverters: wire({
    product: 'BDM-2250',
    firstSerial: '86D30001',
    ratedW: 500,
    alias: 'Roof',
    fields: [
      { array: 'east', modules: 8, columns: 4, x: 0, y: 0 },
      { array: 'west', modules: 8, columns: 4, x: 5.4, y: 0 },
    ],
  }),
  meter: {
    serial: '4DD30001',
    alias: 'House meter',
    load: { shape: 'home', dailyWh: 11_500 },
    installedDay: '2026-08-15',
  },
  battery: {
    serial: 'BAD30001',
    alias: 'Cellar battery',
    capacityWh: 10_200,
    maxPowerW: 5_000,
    roundTripRatio: 0.92,
    reserveRatio: 0.08,
  },
  climate: { cloudiness: 0.46, meanTempC: 9.2, seasonK: 9.5, dayK: 4.5 },
};

export const ownersPlants: readonly DemoPlant[] = [house, lake, garden];

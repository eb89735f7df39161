// The other European plants of the demo data: a farm, a winery with 500 modules, a home with an unreliable radio link,
// and a plant that is not commissioned yet.
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { house } from './plantsOwner.ts';
import { wire } from './roofs.ts';
import type { DemoPlant } from './world.ts';

const tiled = 0.0342;
const ventilated = 0.0225;
const flat = 0.026;

const farm: DemoPlant = {
  ...house,
  sid: 'NL_20230918_Vb7x',
  name: 'De Molenhoeve',
  countryCode: 'NL',
  state: 'Utrecht',
  stateCode: 'NL-UT',
  city: 'Woerden',
  street: 'Molenweg 22',
  zip: '3447 GL',
  latitude: 52.0858,
  longitude: 4.9012,
  timeZone: 'Europe/Amsterdam',
  electricityPrice: 0.29,
  ownerEmail: 'hanna@demo.test',
  sharedWith: [{ email: 'owner@demo.test', right: 'view' }],
  commissionedDay: '2023-10-02',
  arrays: [
    { key: 'barn-east', name: 'Barn east', tiltDeg: 18, azimuthDeg: 85, rossK: ventilated },
    { key: 'barn-west', name: 'Barn west', tiltDeg: 18, azimuthDeg: 265, rossK: ventilated },
  ],
  inverters: wire({
    product: 'BDM-2250',
    firstSerial: '86D40001',
    ratedW: 440,
    alias: 'Barn',
    fields: [
      { array: 'barn-east', modules: 32, columns: 8, x: 0, y: 0 },
      { array: 'barn-west', modules: 28, columns: 7, x: 10.2, y: 0 },
    ],
    flaws: {
      '86D40003_2': { kind: 'diode' },
      '86D40006_3': { kind: 'dead' },
      '86D4000B_4': {
        kind: 'shade',
        fromAzimuthDeg: 215,
        toAzimuthDeg: 290,
        belowElevationDeg: 28,
        lossRatio: 0.6,
      },
      '86D4000C_1': {
        kind: 'shade',
        fromAzimuthDeg: 222,
        toAzimuthDeg: 290,
        belowElevationDeg: 25,
        lossRatio: 0.5,
      },
    },
  }),
  meter: {
    serial: '4DD40001',
    alias: 'Farm meter',
    load: { shape: 'farm', dailyWh: 64_000 },
    installedDay: '2026-08-15',
  },
  // End of a long line: the voltage exceeds the limit as soon as power is fed in.
  faults: [{ kind: 'warns', serial: '86D40009', statusBits: 0x0040 }],
  climate: { cloudiness: 0.5, meanTempC: 10.6, seasonK: 7, dayK: 3 },
};

const bodegaRows = wire({
  product: 'BDM-2250',
  firstSerial: '86D50001',
  ratedW: 550,
  alias: 'Row',
  fields: [
    { array: 'press', modules: 240, columns: 24, x: 0, y: 0 },
    { array: 'cellar', modules: 160, columns: 16, x: 30, y: 0 },
    { array: 'carport', modules: 100, columns: 25, x: 0, y: 20 },
  ],
  flaws: {
    '86D50011_2': { kind: 'dead' },
    '86D50029_3': { kind: 'diode' },
    '86D50046_1': { kind: 'soiled', lossRatio: 0.14 },
    '86D50047_4': { kind: 'soiled', lossRatio: 0.22 },
  },
});
/** The carport is far from the building: each half of it reports through its own gateway. */
const [westRows = [], eastRows = []] = [bodegaRows.slice(100, 112), bodegaRows.slice(112)].map((rows) =>
  rows.map(({ serial }) => serial),
);

const bodega: DemoPlant = {
  ...house,
  sid: 'ES_20220607_Qr2d',
  name: 'Bodega Los Olivares',
  countryCode: 'ES',
  state: 'Castilla-La Mancha',
  stateCode: 'ES-CM',
  city: 'Tomelloso',
  street: 'Camino de los Olivares 8',
  zip: '13700',
  latitude: 39.1576,
  longitude: -3.0214,
  timeZone: 'Europe/Madrid',
  electricityPrice: 0.19,
  ownerEmail: 'bodega@demo.test',
  installerEmail: 'javier@demo.test',
  companyKey: 'installerB',
  commissionedDay: '2022-06-20',
  arrays: [
    { key: 'press', name: 'Press house', tiltDeg: 12, azimuthDeg: 168, rossK: flat },
    { key: 'cellar', name: 'Barrel cellar', tiltDeg: 10, azimuthDeg: 258, rossK: flat },
    {
      key: 'carport',
      name: 'Carport',
      tiltDeg: 7,
      azimuthDeg: 180,
      rossK: 0.0208,
      soiling: { perDayRatio: 0.0035, cleanedEveryDays: 35 },
    },
  ],
  inverters: bodegaRows,
  meter: {
    serial: '4DD50001',
    alias: 'Transformer meter',
    load: { shape: 'business', dailyWh: 780_000 },
    installedDay: '2026-08-15',
  },
  gateways: [
    { vendor: firstVendor, serial: '4DF50001', alias: 'Carport west', behind: westRows },
    { vendor: firstVendor, serial: '4DF50002', alias: 'Carport east', behind: eastRows },
  ],
  // One of the two is down at any time; each stays down for a day more when the other fails.
  faults: [westRows, eastRows].map((serials, i) => ({
    kind: 'silentGateway',
    serials,
    everyDays: 28,
    silentDays: 15,
    offsetDays: i * 14,
  })),
  climate: { cloudiness: 0.25, meanTempC: 15, seasonK: 10, dayK: 7 },
};

const barnSerials = ['32C8D606', '32C8D607', '32C8D608', '32C8D609'];

const krakow: DemoPlant = {
  ...house,
  sid: 'PL_20240822_Wd5r',
  name: 'Dom pod Lipami',
  countryCode: 'PL',
  state: 'Małopolskie',
  stateCode: 'PL-12',
  city: 'Kraków',
  street: 'ulica Lipowa 27',
  zip: '30-389',
  latitude: 50.0212,
  longitude: 19.8931,
  timeZone: 'Europe/Warsaw',
  currency: 'PLN',
  electricityPrice: 1.12,
  ownerEmail: 'ewa@demo.test',
  installerEmail: 'piotr@demo.test',
  companyKey: 'installerA2',
  commissionedDay: '2024-09-02',
  arrays: [
    { key: 'house', name: 'House', tiltDeg: 40, azimuthDeg: 150, rossK: tiled },
    { key: 'barn', name: 'Barn', tiltDeg: 25, azimuthDeg: 240, rossK: ventilated },
  ],
  inverters: wire({
    product: 'BDM-800',
    firstSerial: '32C8D601',
    ratedW: 430,
    alias: 'Para',
    fields: [
      { array: 'house', modules: 10, columns: 5, x: 0, y: 0 },
      { array: 'barn', modules: 10, columns: 5, x: 7, y: 0 },
    ],
  }),
  // The barn is at the edge of the radio's range: of its four weak links one is down at any time. Each stays down for
  // two more days after the next one fails, because a communication loss is detected only after a day.
  faults: barnSerials.map((serial, i) => ({
    kind: 'silentGateway',
    serials: [serial],
    everyDays: 28,
    silentDays: 9,
    offsetDays: i * 7,
  })),
  climate: { cloudiness: 0.48, meanTempC: 9, seasonK: 10.5, dayK: 4.5 },
};

const waiting: DemoPlant = {
  ...house,
  sid: 'FR_20260914_Jx8u',
  name: 'Ferme des Tilleuls',
  countryCode: 'FR',
  state: 'Bourgogne-Franche-Comté',
  stateCode: 'FR-BFC',
  city: 'Beaune',
  street: 'Route de Savigny 5',
  zip: '21200',
  latitude: 47.0362,
  longitude: 4.8305,
  timeZone: 'Europe/Paris',
  electricityPrice: 0.25,
  ownerEmail: 'paul@demo.test',
  commissionedDay: null,
  arrays: [{ key: 'shed', name: 'Shed', tiltDeg: 20, azimuthDeg: 188, rossK: ventilated }],
  inverters: wire({
    product: 'BDM-2250',
    firstSerial: '86D70001',
    ratedW: 500,
    alias: 'Hangar',
    fields: [{ array: 'shed', modules: 16, columns: 8, x: 0, y: 0 }],
  }),
  climate: { cloudiness: 0.46, meanTempC: 11, seasonK: 9, dayK: 4.5 },
};

export const europeanPlants: readonly DemoPlant[] = [farm, bodega, krakow, waiting];

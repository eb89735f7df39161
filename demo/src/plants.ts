// Plants of the demo data. The server's seed stores them with their owners; the simulator generates their readings.
import { europeanPlants } from './plantsEurope.ts';
import { overseasPlants } from './plantsOverseas.ts';
import { ownersPlants } from './plantsOwner.ts';
import { vendorPlants } from './plantsVendors.ts';
import { wire } from './roofs.ts';
import type { DemoPlant } from './world.ts';

/** The seeded plants, the login owner's own house first. */
export const demoPlants: readonly DemoPlant[] = [
  ...ownersPlants,
  ...europeanPlants,
  ...overseasPlants,
  ...vendorPlants,
];

/**
 * Inverters that report but are not claimed, shown in the list of unregistered gateways. Only the simulator uses their
 * location; the seed must not create this plant.
 */
export const unclaimedPlant: DemoPlant = {
  sid: 'AT_20261001_Free',
  name: 'Unclaimed',
  countryCode: 'AT',
  state: 'Salzburg',
  stateCode: 'AT-5',
  city: 'Hallein',
  street: '',
  zip: '5400',
  latitude: 47.6832,
  longitude: 13.0966,
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  electricityPrice: 0.3,
  temperatureUnit: 'Celsius',
  ownerEmail: '',
  installerEmail: '',
  companyKey: '',
  sharedWith: [],
  commissionedDay: '2026-10-01',
  grid: { voltageV: 231, frequencyHz: 50 },
  arrays: [{ key: 'balcony', name: 'Balcony', tiltDeg: 70, azimuthDeg: 200, rossK: 0.0455 }],
  inverters: [
    ...wire({
      product: 'BDM-800',
      firstSerial: '32C8DE01',
      ratedW: 430,
      alias: 'Balcony',
      fields: [{ array: 'balcony', modules: 2, columns: 2, x: 0, y: 0 }],
    }),
    ...wire({
      product: 'BDM-2250',
      firstSerial: '86DE0001',
      ratedW: 500,
      alias: 'Garage',
      fields: [{ array: 'balcony', modules: 4, columns: 4, x: 3, y: 0 }],
    }),
  ],
  faults: [],
  climate: { cloudiness: 0.46, meanTempC: 9.5, seasonK: 9.5, dayK: 4.5 },
};

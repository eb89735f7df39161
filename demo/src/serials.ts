// Products of the demo data's manufacturer that no plant uses: own models, and serial numbers in every state of the
// product list.

export interface DemoProduct {
  readonly name: string;
  readonly kind: 'microinverter' | 'gateway' | 'meter';
  readonly inputs: number;
  readonly ratedW: number;
  readonly maker: string;
  readonly notes: string;
}

export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'HP-900 Duo',
    kind: 'microinverter',
    inputs: 2,
    ratedW: 900,
    maker: 'Helioport Works',
    notes: 'Two modules of up to 520 W each. Sold since 2025.',
  },
  {
    name: 'HP Gateway PLC',
    kind: 'gateway',
    inputs: 0,
    ratedW: 0,
    maker: 'Helioport Works',
    notes: 'Connects up to 40 microinverters over power line.',
  },
];

export interface DemoBatch {
  /** First serial number of the batch; the others follow it. */
  readonly first: string;
  readonly count: number;
  readonly product: string;
  readonly batch: string;
  /** Company to which it is issued; '' for a sale outside the portal's companies, null for not issued. */
  readonly companyKey: string | null;
  /** Why the first three of it are restricted; '' for none. */
  readonly restricted: string;
}

/** Stock: no device of the demo data has one of these serial numbers. */
export const demoBatches: readonly DemoBatch[] = [
  {
    first: 'D7000001',
    count: 120,
    product: 'BDM-2250',
    batch: '2026-05',
    companyKey: 'distributorA',
    restricted: '',
  },
  {
    first: 'D7000101',
    count: 60,
    product: 'HP-900 Duo',
    batch: '2026-06',
    companyKey: 'dealerA',
    restricted: 'Lost in transport',
  },
  {
    first: 'D7000201',
    count: 40,
    product: 'BDM-800',
    batch: '2026-06',
    companyKey: 'installerA',
    restricted: '',
  },
  {
    first: 'D7000301',
    count: 24,
    product: 'HP Gateway PLC',
    batch: '2026-07',
    companyKey: '',
    restricted: 'Recalled after the final test',
  },
  {
    first: 'D7000401',
    count: 150,
    product: 'BDM-2250',
    batch: '2026-08',
    companyKey: null,
    restricted: '',
  },
];

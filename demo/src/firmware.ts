// Firmware of the demo data, and two campaigns.

export interface DemoFirmware {
  /** Name of a product, or `vendor.kind`. */
  readonly model: string;
  readonly version: string;
  readonly description: string;
  /** Its first bytes as text; the rest of the file is random. */
  readonly mark: string;
  readonly isForced: boolean;
}

export const demoFirmware: readonly DemoFirmware[] = [
  {
    model: 'nep.meter',
    version: '2.1.0',
    description: 'Adds reactive energy, and buffers readings for one day while the broker is unreachable.',
    mark: 'HPFW meter 2.1.0',
    isForced: false,
  },
  {
    model: 'nep.meter',
    version: '2.2.0',
    description: 'New radio stack.',
    mark: 'HPFW meter 2.2.0',
    isForced: false,
  },
  {
    model: 'BDM-800',
    version: '3.2.10',
    description: 'Wi-Fi: reconnects after the router has been replaced.',
    mark: 'HPFW BDM-800 radio 3.2.10',
    isForced: true,
  },
  {
    model: 'sunhall.allInOne',
    version: '1.5.0',
    description: 'Charges from the grid without interruption between time windows.',
    mark: 'HPFW sunhall HYB 1.5.0',
    isForced: false,
  },
  {
    model: 'sunhall.stringMachine',
    version: '1.4.0',
    description: 'Factory version.',
    mark: 'HPFW sunhall TRI 1.4.0',
    isForced: false,
  },
  {
    model: 'nep.battery',
    version: '1.5.0',
    description: 'Recalibrates the state of charge after long idle periods.',
    mark: 'HPFW battery 1.5.0',
    isForced: false,
  },
];

/** What the radios of inverters ran when a phone last looked, by model: older than what is published. */
export const demoRadioVersions: Readonly<Record<string, string>> = {
  'BDM-800': '3.2.4',
  'BDM-2250': '3.1.0',
};

export interface DemoCampaign {
  readonly name: string;
  /** Version of the meters' firmware. */
  readonly version: string;
  /** Serial numbers of meters, in campaign order; the first is the pilot device. */
  readonly serials: readonly string[];
  /** Failure reported by the pilot device; absent: none. */
  readonly failure?: string;
}

export const demoCampaigns: readonly DemoCampaign[] = [
  { name: 'Meters 2.1', version: '2.1.0', serials: ['4DE10001'] },
  {
    name: 'Meters 2.2',
    version: '2.2.0',
    serials: ['4DD40001', '4DD30001', '4DD50001'],
    failure: '2.2.0 does not start, 1.4.0 runs again',
  },
];

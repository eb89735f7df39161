// Parameter sets of the demo data, and a run with confirmed, refused and unanswered commands.

export interface DemoParameterSet {
  readonly name: string;
  /** Name of a product, or `vendor.kind`; '' for all. */
  readonly model: string;
  readonly gridCode: 'en50549' | 'ieee1547';
  readonly values: Readonly<Record<string, number>>;
}

export const demoParameterSets: readonly [DemoParameterSet, ...DemoParameterSet[]] = [
  {
    name: 'Reconnect after one minute',
    model: '',
    gridCode: 'en50549',
    values: { reconnectTime: 60, powerMode: 1 },
  },
  {
    name: 'Grid operator limits',
    model: 'sunhall.allInOne',
    gridCode: 'en50549',
    values: { overVoltage: 253, underVoltage: 184, overFrequency: 51.5, underFrequency: 47.5 },
  },
];

export interface DemoRunDevice {
  readonly vendor: string;
  readonly serial: string;
  readonly state: 'confirmed' | 'refused' | 'expired';
  /** Values before the command, and values reported after it. */
  readonly before: Readonly<Record<string, number>>;
  readonly confirmed?: Readonly<Record<string, number>>;
  readonly refusal?: string;
}

/** Where the first of the sets was sent. */
export const demoParameterRun: readonly DemoRunDevice[] = [
  {
    vendor: 'sunhall',
    serial: 'HYB10-24017',
    state: 'confirmed',
    before: { reconnectTime: 305 },
    confirmed: { reconnectTime: 60, powerMode: 1 },
  },
  {
    vendor: 'sunhall',
    serial: 'GW2-70031',
    state: 'refused',
    refusal: 'locked by the grid operator',
    before: { reconnectTime: 305 },
    confirmed: { reconnectTime: 305, powerMode: 1 },
  },
  { vendor: 'sunhall', serial: 'TRI8-10933', state: 'expired', before: {} },
];

// The sixteen bits of an inverter's status word, with severity; their texts are in locales/.

/** Severity of a code on its own; rules over time may raise or lower it. */
export type FaultSeverity = 'info' | 'minor' | 'major' | 'critical';

export interface Fault {
  /** 0 to 15. */
  readonly bit: number;
  /** Four hex digits with only this bit set, as the API prints it. */
  readonly code: string;
  readonly titleKey: string;
  readonly explanationKey: string;
  readonly severity: FaultSeverity;
  /** English title, the one that existing clients read in `alertTitle`. */
  readonly title: string;
}

const LOW_LIGHT_BITS = 0x8002;

const fault = (bit: number, severity: FaultSeverity, title: string): Fault => {
  const code = (1 << bit).toString(16).padStart(4, '0');
  return {
    bit,
    code,
    titleKey: `fault.${code}.title`,
    explanationKey: `fault.${code}.explanation`,
    severity,
    title,
  };
};

/** In the order of their bits. */
export const faults: readonly Fault[] = [
  fault(0, 'major', 'DC over voltage'),
  fault(1, 'info', 'DC under voltage'),
  fault(2, 'minor', 'Instant protection'),
  fault(3, 'major', 'Inverter over voltage'),
  fault(4, 'minor', 'Frequency over'),
  fault(5, 'minor', 'Frequency under'),
  fault(6, 'minor', 'AC voltage RMS over'),
  fault(7, 'minor', 'AC voltage RMS under'),
  fault(8, 'minor', 'Peak AC voltage over'),
  fault(9, 'major', 'AC current RMS over'),
  fault(10, 'major', 'Peak AC current over'),
  fault(11, 'major', 'Temperature over'),
  fault(12, 'major', 'ADC error'),
  fault(13, 'critical', 'GFDI fault indicator'),
  fault(14, 'critical', 'Relay error'),
  fault(15, 'info', 'PLC communication error'),
];

const weight: Record<FaultSeverity, number> = { info: 0, minor: 1, major: 2, critical: 3 };

/** The status word as the API's `alertCode`: four lower-case hex digits, `0000` without faults. */
export const alertCode = (bits: number): string => (bits & 0xffff).toString(16).padStart(4, '0');

/** The faults whose bits are set, lowest bit first. */
export const faultsOf = (bits: number): Fault[] => faults.filter((f) => (bits & (1 << f.bit)) !== 0);

/** The fault to show if there is room for one: the most severe; of equals, the lowest bit. */
export const primaryFault = (bits: number): Fault | undefined =>
  faultsOf(bits).reduce<Fault | undefined>(
    (worst, f) => (worst === undefined || weight[f.severity] > weight[worst.severity] ? f : worst),
    undefined,
  );

/** Faults of a status word to list, worst first. Low light is not listed. */
export const namedFaults = (bits: number): Fault[] =>
  faultsOf(bits & ~LOW_LIGHT_BITS).sort((a, b) => weight[b.severity] - weight[a.severity] || a.bit - b.bit);

/** Weight of a fault for sorting by severity. */
export const weightOf = ({ severity }: Fault): number => weight[severity];

/** Whether the word contains low light only: normal at dawn, at dusk and under snow, not an alert. */
export const isLowLight = (bits: number): boolean =>
  (bits & LOW_LIGHT_BITS) !== 0 && (bits & 0xffff & ~LOW_LIGHT_BITS) === 0;

/** Whether the word contains a fault other than low light. */
export const isAlert = (bits: number): boolean => (bits & 0xffff & ~LOW_LIGHT_BITS) !== 0;

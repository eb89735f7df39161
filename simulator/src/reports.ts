// Reports of the simulated devices, in SI units, before encoding.

export interface ChannelReport {
  readonly voltageV: number;
  readonly powerW: number;
  readonly energyTodayWh: number;
}

export interface InverterReport {
  readonly kind: 'inverter';
  readonly atMs: number;
  readonly serial: string;
  readonly modelByte: number;
  /** Size of its frame in bytes; the 45-byte one has no channels. */
  readonly frameSize: 45 | 69;
  readonly stateByte: number;
  readonly statusBits: number;
  readonly powerW: number;
  readonly dcVoltageV: number;
  readonly acVoltageV: number;
  readonly frequencyHz: number;
  readonly temperatureC: number;
  readonly energyTodayWh: number;
  /** Of another vendor, which reports in JSON and has counters of a lifetime, one per input. */
  readonly own?: { readonly vendor: string; readonly lifetimeWh: readonly number[] };
  /** One per module, in the order of the inputs. */
  readonly channels: readonly ChannelReport[];
}

export interface MeterReport {
  readonly kind: 'meter';
  readonly atMs: number;
  readonly serial: string;
  /** + from the grid, - into it. */
  readonly powerW: number;
  /** Lifetime counters. */
  readonly importedWh: number;
  readonly exportedWh: number;
  /** L1 to L3; absent if it does not separate them. */
  readonly phases?: readonly { readonly voltageV: number; readonly powerW: number }[];
  readonly acVoltageV: number;
  readonly frequencyHz: number;
}

export interface BatteryReport {
  readonly kind: 'battery';
  readonly atMs: number;
  readonly serial: string;
  /** + discharging, - charging. */
  readonly powerW: number;
  /** Lifetime counters. */
  readonly chargedWh: number;
  readonly dischargedWh: number;
  readonly socRatio: number;
  readonly temperatureC: number;
}

/**
 * Message of a composite device: the readings of its components at one instant. At night, its inverter does not report.
 */
export interface CompositeReport {
  readonly kind: 'machine';
  readonly atMs: number;
  readonly vendor: string;
  readonly serial: string;
  readonly inverter?: InverterReport;
  readonly meter?: MeterReport;
  readonly battery?: BatteryReport;
}

/** What does not travel as a frame. */
export type JsonReport = InverterReport | MeterReport | BatteryReport | CompositeReport;

export type DeviceReport = JsonReport;

/** Whether a report is one of those that travel as frames. */
export const isFramed = (report: DeviceReport): report is InverterReport =>
  report.kind === 'inverter' && report.own === undefined;

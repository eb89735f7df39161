// One device report as the store keeps it: integers in the steps of domain/measures.

/** What sent it, as a number in the tables. */
export const KIND = { inverter: 0, meter: 1, battery: 2 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** The values of a report. Null is "not measured", never 0. Lists run over the channels, first entry = channel 1. */
export interface Measured {
  kind: Kind;
  /** 16 bits of the fault table. */
  statusBits: number;
  /** State byte of a frame. */
  state: number | null;
  /** 0.1 W. Meter: + import. Battery: + discharging. */
  power: number | null;
  /** 0.01 V. */
  dcVoltage: number | null;
  acVoltage: number | null;
  /** 0.001 Hz. */
  frequency: number | null;
  /** 0.1 °C. */
  temperature: number | null;
  /** 0.1 Wh. Inverter: counter of the day. Meter: imported. Battery: charged. */
  energy: number | null;
  /** 0.1 Wh. Inverter: lifetime counter, of devices that have one. Meter: exported. Battery: discharged. */
  energyOut: number | null;
  /** 0.001. */
  soc: number | null;
  chVoltage: readonly (number | null)[] | null;
  chPower: readonly (number | null)[] | null;
  /** 0.1 Wh, of the day where `energy` is known, else lifetime. */
  chEnergy: readonly (number | null)[] | null;
}

/** A report on its way into the store, its device and plant known. */
export interface IncomingReport extends Measured {
  deviceId: number;
  /** 0 while no plant has claimed the device. */
  siteId: number;
  /** Of the plant; UTC for site 0. */
  timeZone: string;
  atMs: number;
  /** The time came with the report, so it is its key; else `atMs` is the moment of arrival. */
  hasOwnTime: boolean;
  /** Rated power of the device in W, where its model is known. */
  ratedW: number | null;
  /** Of the bytes as they came, to recognise a retry. */
  contentHash: number | null;
  /** The bytes, when they are to be kept, and which of their checksums are right (bits 1 inner, 2 sum, 4 xor). */
  raw: { bytes: Uint8Array; checks: number } | null;
}

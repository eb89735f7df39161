// Encodes the readings of simulated devices: frames for inverters of the first vendor, JSON for all others.
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import type { Report } from '@helioport/protocol/helioport/report';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import {
  type BatteryReport,
  type DeviceReport,
  type InverterReport,
  isFramed,
  type JsonReport,
  type MeterReport,
} from './reports.ts';

/** Models with channel blocks always send four of them; inputs that they lack stay empty. */
const CHANNEL_BLOCKS = 4;
const EMPTY = { voltageV: 0.5, powerW: 0, energyTodayWh: 0 };

/** The bytes that the inverter posts. */
export function frameOf(report: InverterReport): Uint8Array {
  const hasBlocks = report.frameSize === 69;
  const channels = hasBlocks
    ? Array.from({ length: CHANNEL_BLOCKS }, (_, i) => report.channels[i] ?? EMPTY)
    : [];
  return encodeFrame(
    frameFromReading({
      serial: report.serial,
      modelByte: report.modelByte,
      stateByte: report.stateByte,
      powerW: report.powerW,
      dcVoltageV: report.dcVoltageV,
      acVoltageV: report.acVoltageV,
      frequencyHz: report.frequencyHz,
      temperatureC: report.temperatureC,
      energyTodayWh: report.energyTodayWh,
      statusBits: report.statusBits,
      channels,
    }),
  );
}

const to = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** The JSON of everything that posts no frames, with its own time, rounded to what such devices resolve. */
export function jsonReportOf(report: JsonReport): Report | Record<string, unknown> {
  const at = new Date(report.atMs).toISOString();
  switch (report.kind) {
    case 'machine': {
      const { inverter, meter, battery } = report;
      return {
        at,
        kind: 'allInOne',
        ...(inverter ? { inverter: partOf(inverterJson(inverter)) } : {}),
        ...(meter ? { meter: partOf(meterJson(meter)) } : {}),
        ...(battery ? { battery: partOf(batteryJson(battery)) } : {}),
      };
    }
    case 'inverter':
      return { at, ...inverterJson(report) };
    case 'meter':
      return { at, ...meterJson(report) };
    case 'battery':
      return { at, ...batteryJson(report) };
  }
}

/** Values of a component in the message of its composite device, which defines the kinds. */
function partOf(report: Report): Record<string, unknown> {
  const { channels } = report;
  return { ...report, kind: undefined, channels: channels.length > 0 ? channels : undefined };
}

const inverterJson = (report: InverterReport): Report => ({
  kind: 'inverter',
  powerW: to(report.powerW, 1),
  energyOutWh: to(
    (report.own?.lifetimeWh ?? []).reduce((sum, wh) => sum + wh, 0),
    1,
  ),
  acVoltageV: to(report.acVoltageV, 1),
  frequencyHz: to(report.frequencyHz, 2),
  temperatureC: to(report.temperatureC, 1),
  statusBits: report.statusBits,
  channels: report.channels.map(({ voltageV, powerW }, i) => ({
    index: i + 1,
    voltageV: to(voltageV, 1),
    powerW: to(powerW, 1),
    energyWh: to(report.own?.lifetimeWh[i] ?? 0, 1),
  })),
});

const meterJson = (report: MeterReport): Report => ({
  kind: 'meter',
  powerW: to(report.powerW, 1),
  energyInWh: to(report.importedWh, 1),
  energyOutWh: to(report.exportedWh, 1),
  acVoltageV: to(report.acVoltageV, 1),
  frequencyHz: to(report.frequencyHz, 2),
  channels: [],
  ...(report.phases
    ? {
        phases: report.phases.map(({ voltageV, powerW }, i) => ({
          index: i + 1,
          voltageV: to(voltageV, 1),
          powerW: to(powerW, 1),
          currentA: to(powerW / voltageV, 2),
        })),
      }
    : {}),
});

const batteryJson = (report: BatteryReport): Report => ({
  kind: 'battery',
  powerW: to(report.powerW, 1),
  energyInWh: to(report.chargedWh, 1),
  energyOutWh: to(report.dischargedWh, 1),
  temperatureC: to(report.temperatureC, 1),
  socRatio: to(report.socRatio, 3),
  channels: [],
});

/** The sn under which a device reports. */
export function reporterOf(report: DeviceReport): string {
  const vendor = report.kind === 'machine' ? report.vendor : report.kind === 'inverter' && report.own?.vendor;
  return snOf(vendor || firstVendor, report.serial);
}

/** A line for the replay endpoint: the reading with its time. */
export function replayLine(report: DeviceReport): string {
  const at = new Date(report.atMs).toISOString();
  if (!isFramed(report)) return JSON.stringify({ at, sn: reporterOf(report), report: jsonReportOf(report) });
  const bytes = frameOf(report);
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return JSON.stringify({ at, frame: hex });
}

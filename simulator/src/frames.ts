// Turns what a simulated device says into what travels: frames for inverters, JSON for meters and batteries.

import type { Report } from '@helioport/protocol/helioport/report';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import type { BatteryReport, DeviceReport, InverterReport, MeterReport } from './reports.ts';

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

/** The JSON report of a meter or battery, with its own time, rounded to what such devices resolve. */
export function jsonReportOf(report: MeterReport | BatteryReport): Report {
  const at = new Date(report.atMs).toISOString();
  if (report.kind === 'meter') {
    return {
      at,
      kind: 'meter',
      powerW: to(report.powerW, 1),
      energyInWh: to(report.importedWh, 1),
      energyOutWh: to(report.exportedWh, 1),
      acVoltageV: to(report.acVoltageV, 1),
      frequencyHz: to(report.frequencyHz, 2),
      channels: [],
    };
  }
  return {
    at,
    kind: 'battery',
    powerW: to(report.powerW, 1),
    energyInWh: to(report.chargedWh, 1),
    energyOutWh: to(report.dischargedWh, 1),
    temperatureC: to(report.temperatureC, 1),
    socRatio: to(report.socRatio, 3),
    channels: [],
  };
}

/** One line for the replay door: the report with the time at which it was made. */
export function replayLine(report: DeviceReport): string {
  const at = new Date(report.atMs).toISOString();
  if (report.kind !== 'inverter') {
    return JSON.stringify({ at, serial: report.serial, report: jsonReportOf(report) });
  }
  const bytes = frameOf(report);
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return JSON.stringify({ at, frame: hex });
}

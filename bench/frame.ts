// What the benches' devices say: a BDM-2250 with four modules, another thing at every step.
import type { Report } from '@helioport/protocol/helioport/report';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';

/** Module-samples in a report. */
export const MODULES = 4;

const powerAt = (device: number, step: number) => 900 + ((device * 7 + step) % 500);

/** The bytes of a step of a device. */
export function benchFrame(serial: string, device: number, step: number): Uint8Array {
  const powerW = powerAt(device, step);
  const energyTodayWh = step * 90;
  return encodeFrame(
    frameFromReading({
      serial,
      modelByte: 0xe6,
      stateByte: 6,
      powerW,
      energyTodayWh,
      statusBits: 0,
      dcVoltageV: 33,
      acVoltageV: 230,
      frequencyHz: 50,
      temperatureC: 35,
      channels: Array.from({ length: MODULES }, () => ({
        voltageV: 33,
        powerW: powerW / MODULES,
        energyTodayWh: energyTodayWh / MODULES,
      })),
    }),
  );
}

/** The same over MQTT, without a time of its own. */
export function benchReport(device: number, step: number): Report {
  const powerW = powerAt(device, step);
  return {
    kind: 'inverter',
    powerW,
    energyOutWh: step * 90,
    acVoltageV: 230,
    frequencyHz: 50,
    temperatureC: 35,
    channels: Array.from({ length: MODULES }, (_, i) => ({
      index: i + 1,
      voltageV: 33,
      powerW: powerW / MODULES,
      energyWh: (step * 90) / MODULES,
    })),
  };
}

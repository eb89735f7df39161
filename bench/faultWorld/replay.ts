// Simulated days as lines for `POST /ingest/replay`, so that the same world can be fed to a running portal.
import type { ReportChannel } from '@helioport/protocol/helioport/report';
import type { PlantSpec } from './model.ts';
import { hashOf } from './random.ts';
import type { SimulatedDay } from './simulate.ts';

const VENDOR = 'faultworld';
/** DC to AC of a microinverter. */
const EFFICIENCY = 0.96;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The `sn` of a device: worlds of different seeds can live in one portal. */
export function snOfDevice(spec: PlantSpec, device: number): string {
  const world = hashOf(spec.seed.split('/')[0]!).toString(36).toUpperCase().padStart(7, '0');
  return `${VENDOR}.${world}-${spec.devices[device]!.id.toUpperCase()}`;
}

/**
 * The reports of one plant on one day, in order of time. `day` must have been simulated with `keepsCounters`. Counters are
 * lifetime counters, as reports have them; devices without counters report power only.
 */
export function replayLines(spec: PlantSpec, { input, counterWh }: SimulatedDay): string[] {
  const lines: { atMs: number; text: string }[] = [];
  spec.devices.forEach((device, d) => {
    const sn = snOfDevice(spec, d);
    const { acVoltageV, temperatureC, statusBits, limitRatio } = input.devices[d]!;
    for (let s = 0; s < input.slots; s++) {
      const channels: ReportChannel[] = [];
      let [powerW, energyWh] = [0, 0];
      device.modules.forEach((m, k) => {
        const { powerW: power, voltageV, currentA } = input.modules[m]!;
        if (Number.isNaN(power[s]!)) return;
        const counter = counterWh[m]![s]!;
        powerW += power[s]!;
        energyWh += counter;
        channels.push({
          index: k + 1,
          powerW: rounded(power[s]!, 1),
          ...(voltageV ? { voltageV: rounded(voltageV[s]!, 2) } : {}),
          ...(currentA ? { currentA: rounded(currentA[s]!, 2) } : {}),
          ...(device.counter === 'none' ? {} : { energyWh: Math.floor(counter) }),
        });
      });
      if (channels.length === 0) continue;
      const atMs = input.startMs + s * input.slotMs + device.phaseMin * 60_000;
      const report = {
        kind: 'inverter',
        powerW: rounded(powerW * EFFICIENCY, 1),
        ...(device.counter === 'none' ? {} : { energyOutWh: Math.floor(energyWh * EFFICIENCY) }),
        ...(acVoltageV ? { acVoltageV: rounded(acVoltageV[s]!, 1) } : {}),
        ...(temperatureC ? { temperatureC: temperatureC[s]! } : {}),
        ...(statusBits ? { statusBits: statusBits[s]! } : {}),
        ...(limitRatio ? { powerLimitW: rounded(limitRatio[s]! * device.limitW * EFFICIENCY, 1) } : {}),
        channels,
      };
      lines.push({ atMs, text: JSON.stringify({ at: new Date(atMs).toISOString(), sn, report }) });
    }
  });
  return lines.sort((a, b) => a.atMs - b.atMs).map(({ text }) => text);
}

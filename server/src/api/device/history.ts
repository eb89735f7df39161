import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { alertCode } from '@helioport/domain/faults';
import { dayBounds } from '@helioport/domain/periods';
import { kwh, rounded } from '@helioport/domain/units';
import { clockTime, frameVersion } from '@helioport/domain/wire';
import type { Handler } from '../../access/handler.ts';
import { dayOrToday, type FoundDevice, findDevice } from '../../reads/findDevice.ts';
import { reportsBetween, type StoredReport } from '../../telemetry/read/curves.ts';

type Row = OutputOf<typeof device.history>['list'][number];

/** More than a report every five seconds is no history that a person reads. */
const MOST = 20_000;

const history: Handler<typeof device.history> = async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const { startMs, endMs } = dayBounds(dayOrToday(input.date, found, now), found.timezone);
  const { reports } = await reportsBetween(
    tx,
    { siteId: found.siteId, deviceId: found.id },
    { fromMs: startMs, toMs: endMs, limit: MOST, offset: 0, newestFirst: false },
  );
  return { list: reports.map((report) => rowOf(report, found)) };
};

const shown = (value: number | null, places: number) => (value === null ? null : rounded(value, places));

function rowOf(report: StoredReport, { timezone, modelByte }: FoundDevice): Row {
  return {
    time: clockTime(report.atMs, timezone),
    power: shown(report.powerW, 1),
    powerUnit: 'W',
    energy: report.energyWh === null ? null : kwh(report.energyWh),
    energyUnit: 'kWh',
    temperature: shown(report.temperatureC, 1),
    acVoltage: shown(report.acVoltageV, 1),
    frequency: shown(report.frequencyHz, 2),
    voltage: shown(dcVoltageOf(report), 2),
    current: shown(dcCurrentOf(report), 2),
    version: frameVersion(modelByte, report.state),
    status: alertCode(report.statusBits),
  };
}

/** Of the device, else the mean of its inputs. */
function dcVoltageOf({ dcVoltageV, channels }: StoredReport): number | null {
  if (dcVoltageV !== null) return dcVoltageV;
  const voltages = channels.flatMap(({ voltageV }) => voltageV ?? []);
  return voltages.length === 0 ? null : voltages.reduce((sum, v) => sum + v, 0) / voltages.length;
}

/** Frames carry no current: it is what the power and the voltage of the inputs, else of the device, make of it. */
function dcCurrentOf(report: StoredReport): number | null {
  const inputs = report.channels.flatMap(({ powerW, voltageV }) =>
    powerW !== null && voltageV ? [powerW / voltageV] : [],
  );
  if (inputs.length > 0) return inputs.reduce((sum, a) => sum + a, 0);
  const voltageV = dcVoltageOf(report);
  return report.powerW !== null && voltageV ? report.powerW / voltageV : null;
}

export default history;

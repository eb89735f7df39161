// Devices that accept commands: they store values within their ranges and report their current values.
import type { DemoPlant } from '@helioport/demo/world';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import type { SendsTo } from '@helioport/domain/deviceSettings';
import {
  entriesOf,
  type GridCode,
  gridCodeOf,
  isAllowed,
  type Parameter,
  type ParameterKey,
  parameters,
  rangeOf,
} from '@helioport/domain/parameters';
import { type DeviceStatus, decodeCommand } from '@helioport/protocol/helioport/command';

export interface RemoteDevice {
  readonly sn: string;
  /** Status that it sends when it connects; null for a device that never answers. */
  readonly reportStatus: () => DeviceStatus | null;
  /** Responses to a payload, in order: progress first, the outcome last. */
  readonly receive: (payload: Uint8Array, nowMs: number) => readonly DeviceStatus[];
}

/** Properties of a device in addition to its `sn`. */
export interface Traits {
  /** Grid code of its parameters; without one it has none. */
  readonly code?: GridCode | undefined;
  readonly isMute?: boolean;
  /** Reports its parameters and rejects every change. */
  readonly isLocked?: boolean;
  /** Called with a schedule that it follows from now on; without it, it has no battery. */
  readonly follows?: (schedule: BatterySchedule, nowMs: number) => void;
  /** What a battery followed when it left the works. */
  readonly schedule?: BatterySchedule;
  /** Firmware with this prefix is installed but does not start; the device returns to the previous one. */
  readonly breaksOn?: string;
  /** A gateway sends its data there. */
  readonly server?: SendsTo;
}

const FACTORY_FIRMWARE = '1.4.0';
const CPU_VERSION = '2.0.3';
const RAM_VERSION = '1.1';
/** Of meters: their second series has a fault. */
const BROKEN_METER_FIRMWARE = '2.2.';

/** As it left the works: the first choice, or the middle of what the code allows, in its steps. */
function factoryValue(parameter: Parameter, code: GridCode): number {
  const range = rangeOf(parameter, code);
  return 'choices' in range
    ? (range.choices[0] ?? 0)
    : Number(((range.min + range.max) / 2).toFixed(parameter.decimals));
}

/** A device that rejects values outside its grid code and parameters that it does not have, like real ones. */
export function createRemoteDevice(sn: string, traits: Traits): RemoteDevice {
  const { code, isMute = false, isLocked = false, follows, breaksOn } = traits;
  const values = new Map<ParameterKey, number>(
    code ? parameters.map((one) => [one.key, factoryValue(one, code)]) : [],
  );
  let { schedule, server } = traits;
  let firmware = FACTORY_FIRMWARE;
  const now = (): DeviceStatus => ({
    parameters: Object.fromEntries(values),
    online: true,
    firmware,
    cpuVersion: CPU_VERSION,
    ramVersion: RAM_VERSION,
    ...(schedule ? { schedule } : {}),
    ...(server ? { server } : {}),
  });
  return {
    sn,
    reportStatus: () => (isMute ? null : now()),
    receive(payload, nowMs) {
      const command = decodeCommand(payload);
      if (isMute || !command || Date.parse(command.expiresAt) <= nowMs) return [];
      const { id } = command;
      const wanted = entriesOf(command.set);
      if (isLocked && wanted.length > 0) return [{ ...now(), id, refused: 'locked by the grid operator' }];
      const isGood = wanted.every(([parameter, value]) => code && isAllowed(parameter, value, code));
      const isKnown = (!command.schedule || follows) && (!command.server || server);
      if (!isGood || !isKnown) return [{ ...now(), id, refused: isGood ? 'unknown' : 'out of range' }];
      for (const [{ key }, value] of wanted) values.set(key, value);
      if (command.server) server = command.server;
      if (command.schedule) {
        schedule = command.schedule;
        follows?.(schedule, nowMs);
      }
      const { version } = command.firmware ?? { version: firmware };
      const isNew = version !== firmware;
      if (isNew && breaksOn !== undefined && version.startsWith(breaksOn))
        return [
          { id, parameters: {}, update: { version, state: 'installing', percent: 90 } },
          { ...now(), id, refused: `${version} failed to start, reverted to ${firmware}` },
        ];
      firmware = version;
      const progress = (state: 'downloading' | 'installing', percent: number): DeviceStatus => ({
        id,
        parameters: {},
        update: { version, state, percent },
      });
      const steps = isNew ? [progress('downloading', 50), progress('installing', 90)] : [];
      return [...steps, { ...now(), id }];
    },
  };
}

/** Those of these plants: devices of vendors that report in JSON, batteries, meters, and gateways. */
export const remoteDevicesOf = (
  plants: readonly DemoPlant[],
  onSchedule: (plant: DemoPlant, schedule: BatterySchedule, nowMs: number) => void,
): RemoteDevice[] =>
  plants.flatMap((plant) => {
    const { countryCode, inverters, battery, meter, compositeDevice, gateways = [] } = plant;
    const code = gridCodeOf(countryCode);
    const stores = battery
      ? {
          follows: (schedule: BatterySchedule, nowMs: number) => onSchedule(plant, schedule, nowMs),
          schedule: { windows: [], reserveRatio: battery.reserveRatio, isGridCharging: false },
        }
      : {};
    const ofInverters = inverters.flatMap(({ own, serial }) =>
      own && code
        ? [
            createRemoteDevice(snOf(own.vendor, serial), {
              code,
              isMute: own.isMute === true,
              ...(compositeDevice ? stores : {}),
            }),
          ]
        : [],
    );
    const alone =
      battery && !compositeDevice ? [createRemoteDevice(snOf(firstVendor, battery.serial), stores)] : [];
    const counter =
      meter && !compositeDevice
        ? [createRemoteDevice(snOf(firstVendor, meter.serial), { breaksOn: BROKEN_METER_FIRMWARE })]
        : [];
    const hubs = gateways.flatMap(({ vendor, serial, listens }) =>
      listens ? [createRemoteDevice(snOf(vendor, serial), { code, ...listens })] : [],
    );
    return [...ofInverters, ...alone, ...counter, ...hubs];
  });

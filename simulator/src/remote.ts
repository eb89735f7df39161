// Machines that can be told how to be set: they keep what they are told as far as they can do it, and say what they have.
import type { DemoPlant } from '@helioport/demo/world';
import { snOf } from '@helioport/domain/deviceIdentity';
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

export interface Machine {
  readonly sn: string;
  /** What it says by itself when it begins to listen; null for one that never says a word. */
  readonly says: () => DeviceStatus | null;
  /** What it answers to a payload; null: nothing. */
  readonly hears: (payload: Uint8Array, nowMs: number) => DeviceStatus | null;
}

/** As it left the works: the first choice, or the middle of what the code allows, in its steps. */
function factoryValue(parameter: Parameter, code: GridCode): number {
  const range = rangeOf(parameter, code);
  return 'choices' in range
    ? (range.choices[0] ?? 0)
    : Number(((range.min + range.max) / 2).toFixed(parameter.decimals));
}

/** A machine under a grid code, which refuses what the code does not allow, as real ones do. */
export function createMachine(sn: string, code: GridCode, isMute: boolean): Machine {
  const values = new Map<ParameterKey, number>(parameters.map((one) => [one.key, factoryValue(one, code)]));
  const now = (): DeviceStatus => ({ parameters: Object.fromEntries(values) });
  return {
    sn,
    says: () => (isMute ? null : now()),
    hears(payload, nowMs) {
      const command = decodeCommand(payload);
      if (isMute || !command || Date.parse(command.expiresAt) <= nowMs) return null;
      const wanted = entriesOf(command.set);
      const isGood = wanted.every(([parameter, value]) => isAllowed(parameter, value, code));
      if (isGood) for (const [{ key }, value] of wanted) values.set(key, value);
      return { ...now(), id: command.id, ...(isGood ? {} : { refused: 'out of range' }) };
    },
  };
}

/** Those of these plants: devices of vendors that report in JSON. */
export const machinesOf = (plants: readonly DemoPlant[]): Machine[] =>
  plants.flatMap(({ countryCode, inverters }) => {
    const code = gridCodeOf(countryCode);
    return inverters.flatMap(({ own, serial }) =>
      own && code ? [createMachine(snOf(own.vendor, serial), code, own.isMute === true)] : [],
    );
  });

// APsystems EZ1: `getOutputData` of its local mode, with power and counters of both DC inputs.
import { getJson, originOf } from '../http.ts';
import {
  available,
  fieldsOf,
  type LocalReading,
  numberOf,
  partsOf,
  ReadFailure,
  type Source,
  textOf,
} from '../source.ts';

const PORT = 8050;

export function openApsystems({ address }: { address: string }): Source {
  const origin = originOf(address, { scheme: 'http', port: PORT });
  return { read: async (signal) => readOutput(await getJson({ origin, path: '/getOutputData', signal })) };
}

/** kWh as Wh, without the noise of binary fractions. */
const wattHours = (value: unknown): number | undefined => {
  const kWh = numberOf(value);
  return kWh === undefined ? undefined : Math.round(kWh * 1e5) / 100;
};

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : Math.round((a + b) * 100) / 100;

/**
 * The reading of an answer. The device has no total of its own: its power and energy are those of both inputs, and
 * unknown if one is. `e1` and `e2` restart with the device, therefore only the lifetime counters `te1` and `te2` count.
 */
export function readOutput(answer: unknown): LocalReading[] {
  const { data, message, deviceId } = fieldsOf(answer);
  if (textOf(message) !== 'SUCCESS') throw new ReadFailure('getOutputData reports no success');
  const { p1, p2, te1, te2 } = fieldsOf(data);
  const powers = [numberOf(p1), numberOf(p2)] as const;
  const energies = [wattHours(te1), wattHours(te2)] as const;
  const values = available({ powerW: sum(...powers), energyOutWh: sum(...energies) });
  const channels = partsOf(
    [0, 1].map((i) => ({
      powerW: powers[i],
      energyWh: energies[i],
      voltageV: undefined,
      currentA: undefined,
    })),
  );
  if (Object.keys(values).length + channels.length === 0)
    throw new ReadFailure('getOutputData has no values');
  return [{ source: textOf(deviceId), role: 'pv', values, channels }];
}

// The status of a Shelly: `Shelly.GetStatus` of the second and later generations, `/status` of the first. Pure.
import { type DirectedChannel, type DirectedRole, directedRole, directedValues } from '../feeds/roles.ts';
import { createFeedCollector, type FeedRequest } from '../feeds/values.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Channel extends DirectedChannel {
  index: number;
}

/** Most channels of a Shelly. */
const CHANNELS_MAX = 8;
/** Clocks start in 1970 until they are set. */
const CLOCK_MIN_S = 1_600_000_000;
const CLOCK_MAX_S = 2 ** 32;

/**
 * The roles of the channels, in their order: `pv`, `grid` or `battery`, with a minus if reversed; undefined for `none`.
 * A single role is that of all channels.
 */
export function shellyRoles(text: string): readonly (DirectedRole | undefined)[] | undefined {
  const names = text.split(',', CHANNELS_MAX + 1).map((name) => name.trim().toLowerCase());
  if (names.length > CHANNELS_MAX) return undefined;
  const roles: (DirectedRole | undefined)[] = [];
  for (const name of names) {
    const role = directedRole(name);
    if (role) roles.push(role);
    else if (name === 'none') roles.push(undefined);
    else return undefined;
  }
  return roles;
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const counterOf = (value: unknown): number | undefined => {
  const count = numberOf(value);
  return count === undefined || count < 0 ? undefined : count;
};
const totalOf = (value: unknown): number | undefined => counterOf(fieldsOf(value)?.total);

/** Single-phase clamps and clamps of three phases: power and counters are two components. */
function clampOf(status: Fields, index: number): Channel | undefined {
  const three = fieldsOf(status[`em:${index}`]);
  const data = fieldsOf(status[`${three ? 'emdata' : 'em1data'}:${index}`]);
  const one = three ?? fieldsOf(status[`em1:${index}`]);
  if (!one) return undefined;
  return {
    index,
    powerW: numberOf(three ? one.total_act_power : one.act_power),
    forwardWh: counterOf(three ? data?.total_act : data?.total_act_energy),
    returnedWh: counterOf(three ? data?.total_act_ret : data?.total_act_ret_energy),
    voltageV: numberOf(three ? one.a_voltage : one.voltage),
    frequencyHz: numberOf(three ? one.a_freq : one.freq),
  };
}

/** Switches and meters: with a counter of returned energy, the other counter counts both directions. */
function switchOf(status: Fields, index: number): Channel | undefined {
  const one = fieldsOf(status[`pm1:${index}`]) ?? fieldsOf(status[`switch:${index}`]);
  if (!one) return undefined;
  const both = totalOf(one.aenergy);
  const returnedWh = totalOf(one.ret_aenergy);
  const forward = both === undefined ? undefined : both - (returnedWh ?? 0);
  return {
    index,
    powerW: numberOf(one.apower),
    // The difference of the counters has more digits than they have.
    forwardWh: forward === undefined ? undefined : counterOf(Math.round(forward * 1000) / 1000),
    returnedWh,
    voltageV: numberOf(one.voltage),
    frequencyHz: numberOf(one.freq),
  };
}

/** First generation: clamps count Wh, relays watt-minutes. */
function firstOf(status: Fields, index: number): Channel | undefined {
  const { emeters, meters } = status;
  const clamp = fieldsOf(Array.isArray(emeters) ? emeters[index] : undefined);
  const one = clamp ?? fieldsOf(Array.isArray(meters) ? meters[index] : undefined);
  if (!one || one.is_valid === false) return undefined;
  const total = counterOf(one.total);
  return {
    index,
    powerW: numberOf(one.power),
    forwardWh: clamp || total === undefined ? total : total / 60,
    returnedWh: clamp ? counterOf(one.total_returned) : undefined,
    voltageV: numberOf(one.voltage),
    frequencyHz: undefined,
  };
}

/** Reads a status, also inside of an RPC response. The last digits of the MAC address and the channel are the source. */
export function readShelly(body: string, roles: readonly (DirectedRole | undefined)[]): FeedRequest {
  const into = createFeedCollector();
  let sent: Fields | undefined;
  try {
    sent = fieldsOf(JSON.parse(body));
  } catch {
    // Answered below.
  }
  const status = fieldsOf(sent?.result) ?? sent;
  if (!status) {
    into.problem('expected: the status of a Shelly as a JSON object');
    return into.end();
  }
  const sys = fieldsOf(status.sys) ?? status;
  const seconds = numberOf(sys.unixtime);
  const isSet = seconds !== undefined && seconds > CLOCK_MIN_S && seconds < CLOCK_MAX_S;
  const atMs = isSet ? Math.floor(seconds * 1000) : undefined;
  const mac = typeof sys.mac === 'string' ? sys.mac.replace(/[^0-9a-f]/gi, '').toUpperCase() : '';

  for (let index = 0; index < CHANNELS_MAX; index++) {
    const role = roles.length === 1 ? roles[0] : roles[index];
    const channel = role && (clampOf(status, index) ?? switchOf(status, index) ?? firstOf(status, index));
    if (!role || !channel) continue;
    const source = [mac.slice(-6), index === 0 ? '' : String(index)].filter((part) => part !== '').join('-');
    for (const [field, value] of directedValues(channel, role))
      if (value !== undefined) into.put(source, role.role, field, value, atMs);
  }
  const end = into.end();
  return end.readings.length > 0 ? end : { readings: [], problems: ['no channel with a role has a value'] };
}

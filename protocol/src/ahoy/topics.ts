// The topics of AhoyDTU below any base topic: `<name>/ch0/<value>` of an inverter, `<name>/ch<n>/<value>` of its DC inputs,
// `<name>/last_success` as the time of the values after it; in JSON mode `<name>/ch<n>` with all values and `ts`. Pure.
import type { FeedField } from '@helioport/domain/feeds';
import {
  type FeedMessage,
  type FeedTopics,
  finiteNumber,
  payloadNumber,
  payloadObject,
  unixTime,
  wattHours,
} from '../feeds/messages.ts';
import type { FeedPart } from '../feeds/values.ts';

const CHANNELS_MAX = 6;
const NAME_MAX = 40;

const scalarFields: Readonly<Record<string, FeedField>> = {
  P_AC: 'powerW',
  U_AC: 'acVoltageV',
  F_AC: 'frequencyHz',
  Temp: 'temperatureC',
  Q_AC: 'reactivePowerVar',
  PF_AC: 'powerFactor',
  YieldTotal: 'energyOutWh',
};
const channelFields: Readonly<Record<string, Exclude<keyof FeedPart, 'index'>>> = {
  P_DC: 'powerW',
  U_DC: 'voltageV',
  I_DC: 'currentA',
  YieldTotal: 'energyWh',
};
/** Three-phase inverters: `U_AC_1N`, `I_AC_1`. */
const phasePattern = /^([UI])_AC_([123])N?$/;

type Content = Omit<FeedMessage, 'source' | 'role'>;

/** The values of a channel by their names; undefined if none is stored. */
function channelContent(index: number, values: readonly (readonly [string, number])[]): Content | undefined {
  const scalars: Partial<Record<FeedField, number>> = {};
  const fields: Partial<Record<keyof FeedPart, number>> = {};
  const phases: FeedPart[] = [];
  for (const [name, value] of values) {
    const [, quantity, phase] = phasePattern.exec(name) ?? [];
    if (index > 0) {
      const field = Object.hasOwn(channelFields, name) ? channelFields[name] : undefined;
      if (field !== undefined) fields[field] = field === 'energyWh' ? wattHours(value) : value;
    } else if (phase !== undefined) {
      phases.push({ index: Number(phase), [quantity === 'U' ? 'voltageV' : 'currentA']: value });
    } else {
      const field = Object.hasOwn(scalarFields, name) ? scalarFields[name] : undefined;
      if (field !== undefined) scalars[field] = field === 'energyOutWh' ? wattHours(value) : value;
    }
  }
  const content: Content = {
    ...(Object.keys(scalars).length > 0 ? { values: scalars } : {}),
    ...(Object.keys(fields).length > 0 ? { channels: [{ ...fields, index }] } : {}),
    ...(phases.length > 0 ? { phases } : {}),
  };
  return Object.keys(content).length > 0 ? content : undefined;
}

/** The number of a channel in `ch0` to `ch6`. */
function channelOf(level: string | undefined): number | undefined {
  const index = Number(/^ch(\d)$/.exec(level ?? '')?.[1] ?? Number.NaN);
  return index <= CHANNELS_MAX ? index : undefined;
}

function contentOf(
  levels: readonly string[],
  payload: string,
): { name: string; content: Content } | undefined {
  const last = levels.at(-1) ?? '';
  const whole = channelOf(last);
  if (whole !== undefined) {
    const object = payloadObject(payload);
    const values = Object.entries(object ?? {}).filter(
      (entry): entry is [string, number] => finiteNumber(entry[1]) !== undefined,
    );
    const content = channelContent(whole, values);
    if (!content) return undefined;
    const time = object && 'ts' in object ? { atMs: unixTime(finiteNumber(object.ts)) } : {};
    return { name: levels.at(-2) ?? '', content: { ...content, ...time } };
  }
  const value = payloadNumber(payload);
  if (value === undefined) return undefined;
  const index = channelOf(levels.at(-2));
  const name = levels.at(index === undefined ? -2 : -3) ?? '';
  if (last === 'rssi') return { name, content: { lasting: { signalStrengthDbm: value } } };
  if (index !== undefined) {
    const content = channelContent(index, [[last, value]]);
    return content && { name, content };
  }
  if (last === 'last_success') return { name, content: { atMs: unixTime(value) } };
  if (last === 'available') return { name, content: { isReachable: value !== 0 } };
  return undefined;
}

export const ahoy: FeedTopics = {
  needsPower: true,
  read(topic, payload) {
    const found = contentOf(topic.split('/'), payload);
    if (!found) return undefined;
    const { name, content } = found;
    if (name === '' || name.length > NAME_MAX) return undefined;
    return { source: name, role: 'pv', label: name, ...content };
  },
};

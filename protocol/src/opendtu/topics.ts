// The topics of OpenDTU below any base topic: `<serial>/0/<value>` of an inverter, `<serial>/<n>/<value>` of its DC inputs,
// `<serial>/status/last_update` as the time of the values after it. Totals of the DTU are not stored. Pure.
import type { FeedField } from '@helioport/domain/feeds';
import { type FeedMessage, type FeedTopics, payloadNumber, unixTime, wattHours } from '../feeds/messages.ts';
import type { FeedPart } from '../feeds/values.ts';

const CHANNELS_MAX = 6;
const serialPattern = /^[0-9a-f]{12}$/i;

const scalarFields: Readonly<Record<string, FeedField>> = {
  power: 'powerW',
  voltage: 'acVoltageV',
  frequency: 'frequencyHz',
  temperature: 'temperatureC',
  reactivepower: 'reactivePowerVar',
  powerfactor: 'powerFactor',
  yieldtotal: 'energyOutWh',
};
const channelFields: Readonly<Record<string, Exclude<keyof FeedPart, 'index'>>> = {
  power: 'powerW',
  voltage: 'voltageV',
  current: 'currentA',
  yieldtotal: 'energyWh',
};
/** `voltage ph1-n` of three-phase inverters, where it is published. */
const phasePattern = /^(voltage|current|power) ph(?:ase )?([123])(?:-n)?$/;
const phaseFields = { voltage: 'voltageV', current: 'currentA', power: 'powerW' } as const;

/** Older versions send the power factor in percent. */
const ratioOf = (value: number): number => (Math.abs(value) > 1.5 ? value / 100 : value);

function statusOf(name: string, payload: string): Omit<FeedMessage, 'source' | 'role'> | undefined {
  const value = payloadNumber(payload);
  switch (name) {
    case 'last_update':
      return { atMs: unixTime(value) };
    case 'reachable':
      return value === undefined ? undefined : { isReachable: value === 1 };
    case 'limit_absolute':
      return value === undefined ? undefined : { lasting: { powerLimitW: value } };
    default:
      return undefined;
  }
}

function deviceValue(name: string, value: number): Omit<FeedMessage, 'source' | 'role'> | undefined {
  const [, quantity, phase] = phasePattern.exec(name) ?? [];
  if (phase !== undefined)
    return { phases: [{ index: Number(phase), [phaseFields[quantity as keyof typeof phaseFields]]: value }] };
  const field = Object.hasOwn(scalarFields, name) ? scalarFields[name] : undefined;
  if (field === undefined) return undefined;
  if (field === 'energyOutWh') return { values: { [field]: wattHours(value) } };
  return { values: { [field]: field === 'powerFactor' ? ratioOf(value) : value } };
}

function channelValue(
  index: number,
  name: string,
  value: number,
): Omit<FeedMessage, 'source' | 'role'> | undefined {
  const field = Object.hasOwn(channelFields, name) ? channelFields[name] : undefined;
  if (field === undefined) return undefined;
  return { channels: [{ index, [field]: field === 'energyWh' ? wattHours(value) : value }] };
}

function contentOf(group: string, name: string, payload: string) {
  if (group === 'status') return statusOf(name, payload);
  const value = payloadNumber(payload);
  if (value === undefined) return undefined;
  if (group === 'radio') return name === 'rssi' ? { lasting: { signalStrengthDbm: value } } : undefined;
  if (group === '0') return deviceValue(name, value);
  return /^\d$/.test(group) && Number(group) <= CHANNELS_MAX
    ? channelValue(Number(group), name, value)
    : undefined;
}

export const opendtu: FeedTopics = {
  needsPower: true,
  read(topic, payload) {
    const levels = topic.split('/');
    const name = levels.at(-1) ?? '';
    const isName = name === 'name' && serialPattern.test(levels.at(-2) ?? '');
    const serial = levels.at(isName ? -2 : -3) ?? '';
    if (!serialPattern.test(serial)) return undefined;
    const device = { source: serial.toUpperCase(), role: 'pv' } as const;
    if (isName) return { ...device, label: payload.trim() || serial };
    const content = contentOf(levels.at(-2) ?? '', name, payload);
    return content && { ...device, ...content };
  },
};

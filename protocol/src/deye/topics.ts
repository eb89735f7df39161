// The topics of deye-inverter-mqtt below any prefix; with several loggers the prefix ends with the number of the logger.
// They have no time. Pure.
import type { FeedField } from '@helioport/domain/feeds';
import { type FeedMessage, type FeedTopics, payloadNumber } from '../feeds/messages.ts';
import type { FeedPart } from '../feeds/values.ts';

const scalarFields: Readonly<Record<string, FeedField>> = {
  'ac/active_power': 'powerW',
  'ac/freq': 'frequencyHz',
  'ac/reactive_power': 'reactivePowerVar',
  radiator_temp: 'temperatureC',
  total_energy: 'energyOutWh',
};
const partFields: Readonly<Record<string, Exclude<keyof FeedPart, 'index'>>> = {
  power: 'powerW',
  voltage: 'voltageV',
  current: 'currentA',
  total_energy: 'energyWh',
};
const channelPattern = /^dc\/pv([1-8])\/(\w+)$/;
const phasePattern = /^ac\/l([123])\/(voltage|current|power)$/;

type Content = Omit<FeedMessage, 'source' | 'role'>;

/** Counters count in steps of 0.1 kWh. */
const wholeWattHours = (kilowattHours: number): number => Math.round(kilowattHours * 1000);

function partOf(text: string, name: string, value: number): FeedPart | undefined {
  const field = Object.hasOwn(partFields, name) ? partFields[name] : undefined;
  if (field === undefined) return undefined;
  return { index: Number(text), [field]: field === 'energyWh' ? wholeWattHours(value) : value };
}

function contentOf(suffix: string, value: number): Content | undefined {
  const [, channel, channelName] = channelPattern.exec(suffix) ?? [];
  if (channel !== undefined) {
    const part = partOf(channel, channelName ?? '', value);
    return part && { channels: [part] };
  }
  const [, phase, phaseName] = phasePattern.exec(suffix) ?? [];
  if (phase !== undefined) {
    const part = partOf(phase, phaseName ?? '', value);
    const isVoltage = phase === '1' && phaseName === 'voltage';
    return part && { phases: [part], ...(isVoltage ? { values: { acVoltageV: value } } : {}) };
  }
  const field = Object.hasOwn(scalarFields, suffix) ? scalarFields[suffix] : undefined;
  return field && { values: { [field]: field === 'energyOutWh' ? wholeWattHours(value) : value } };
}

export const deye: FeedTopics = {
  needsPower: true,
  read(topic, payload) {
    const value = payloadNumber(payload);
    const levels = topic.split('/');
    // Sums of several inverters.
    if (value === undefined || levels.includes('aggregated')) return undefined;
    for (const length of [3, 2, 1]) {
      if (levels.length < length) continue;
      const content = contentOf(levels.slice(-length).join('/'), value);
      if (!content) continue;
      const before = levels.at(-length - 1) ?? '';
      const source = /^\d{1,2}$/.test(before) ? before : '';
      // `dc/total_power` and values of batteries end with names of other values.
      if (/^(?:ac|dc|battery|pv\d|l\d)$/.test(before)) return undefined;
      return { source, role: 'pv', ...content };
    }
    return undefined;
  },
};

// Formats of numbers, times and temperatures: those of the current language unless the user's profile differs. The
// only place that creates Intl formats, so that a choice applies everywhere.
import { readingIn } from '@helioport/domain/readings';
import { create } from 'zustand';
import { language, writeNumbersBy } from './i18n.ts';

export interface Formats {
  /** Hours of a clock; '' as the language does. */
  timeFormat: '12' | '24' | '';
  /** BCP-47 tag of the number format; '' for that of the language. */
  numberFormat: string;
  /** '' for the unit of the data. */
  temperatureUnit: 'Celsius' | 'Fahrenheit' | '';
}

export const languageFormats: Formats = { timeFormat: '', numberFormat: '', temperatureUnit: '' };

/** The formats of this visit. session/formats.ts stores them and requests them from the server. */
export const useFormats = create<Formats>()(() => languageFormats);

/** Language tag for `Intl` where numbers are written. */
export const numberTag = (): string => useFormats.getState().numberFormat || language.tag;

const numbers = new Map<string, Intl.NumberFormat>();

/** A number format in the user's locale; cached by options. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const tag = numberTag();
  const key = `${tag} ${JSON.stringify(options)}`;
  let made = numbers.get(key);
  if (made === undefined) {
    made = new Intl.NumberFormat(tag, options);
    numbers.set(key, made);
  }
  return made;
}

writeNumbersBy((value) => numberFormat({}).format(value));

const dates = new Map<string, Intl.DateTimeFormat>();

/** A date or time format in the current language, with the user's 12- or 24-hour clock. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { timeFormat } = useFormats.getState();
  const key = `${timeFormat} ${JSON.stringify(options)}`;
  let made = dates.get(key);
  if (made === undefined) {
    const hours = options.hour === undefined || timeFormat === '' ? {} : hoursOf(timeFormat);
    made = new Intl.DateTimeFormat(language.tag, { ...options, ...hours });
    dates.set(key, made);
  }
  return made;
}

const hoursOf = (timeFormat: '12' | '24') => ({ hourCycle: timeFormat === '12' ? 'h12' : 'h23' }) as const;

/** A time label `HH:mm` of a chart's axis in the user's format; any other label unchanged. */
export function clockLabel(label: string): string {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(label) ?? [];
  if (hour === undefined || useFormats.getState().timeFormat !== '12') return label;
  const at = Date.UTC(2000, 0, 1, Number(hour), Number(minute));
  return dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(at);
}

/** A temperature in degrees of `unit` converted to the user's unit: whole degrees and the unit sign. */
export function temperatureFigure(degrees: number, unit: 'Celsius' | 'Fahrenheit') {
  const wanted = useFormats.getState().temperatureUnit || unit;
  const celsius = unit === 'Celsius' ? degrees : (degrees - 32) / 1.8;
  const reading = readingIn('°C', wanted);
  return {
    value: numberFormat({ maximumFractionDigits: 0 }).format(Math.round(reading.of(celsius)) || 0),
    unit: reading.unit,
  };
}

// Display units of measurements. Storage and API use degrees Celsius.

export type TemperatureUnit = 'Celsius' | 'Fahrenheit';

/** A unit as a person reads it, and what becomes of its values. */
export interface Reading {
  readonly unit: string;
  readonly of: (value: number) => number;
}

/** Degrees Celsius in the unit that is wanted; any other unit stays what it is. */
export const readingIn = (unit: string, wanted: TemperatureUnit): Reading =>
  unit === '°C' && wanted === 'Fahrenheit'
    ? { unit: '°F', of: (celsius) => celsius * 1.8 + 32 }
    : { unit, of: (value) => value };

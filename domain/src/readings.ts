// Display units of measurements. Storage and API use degrees Celsius.

export type TemperatureUnit = 'Celsius' | 'Fahrenheit';

/** A display unit and its conversion. */
export interface Reading {
  readonly unit: string;
  readonly of: (value: number) => number;
}

/** Conversion of degrees Celsius into the requested unit; other units stay unchanged. */
export const readingIn = (unit: string, wanted: TemperatureUnit): Reading =>
  unit === '°C' && wanted === 'Fahrenheit'
    ? { unit: '°F', of: (celsius) => celsius * 1.8 + 32 }
    : { unit, of: (value) => value };

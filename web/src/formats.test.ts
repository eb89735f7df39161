import { afterEach, describe, expect, it } from 'vitest';
import {
  clockLabel,
  dateFormat,
  languageFormats,
  numberFormat,
  temperatureFigure,
  useFormats,
} from './formats.ts';

afterEach(() => useFormats.setState(languageFormats));

const noon = Date.UTC(2026, 5, 1, 13, 5);
const clock = () => dateFormat({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(noon);

describe('the formats of a person', () => {
  it('follow the language until he chooses', () => {
    expect(numberFormat({}).format(1234.5)).toBe('1,234.5');
    expect(clock()).toMatch(/^1:05\sPM$/);
    expect(clockLabel('13:05')).toBe('13:05');
    expect(temperatureFigure(20, 'Celsius')).toEqual({ value: '20', unit: '°C' });
  });

  it('act at once when he does', () => {
    useFormats.setState({ numberFormat: 'de-DE', timeFormat: '24', temperatureUnit: 'Fahrenheit' });
    expect(numberFormat({}).format(1234.5)).toBe('1.234,5');
    expect(clock()).toBe('13:05');
    expect(temperatureFigure(20, 'Celsius')).toEqual({ value: '68', unit: '°F' });
    useFormats.setState({ timeFormat: '12', temperatureUnit: 'Celsius' });
    expect(clockLabel('13:05')).toMatch(/^1:05\sPM$/);
    expect(clockLabel('2026-05')).toBe('2026-05');
    expect(temperatureFigure(-0.4, 'Celsius')).toEqual({ value: '0', unit: '°C' });
  });

  it('leave calendar days without a clock as they are', () => {
    useFormats.setState({ timeFormat: '24' });
    expect(dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(noon)).toBe('Jun 1');
  });
});

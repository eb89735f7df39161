// The forecast of a weather source for a day, as text.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { pv } from '@helioport/contract/pv';
import { temperatureFigure } from '../../formats.ts';

/** "Showers, 3 … 8 °C" for a day YYYY-MM-DD; '' if the forecast does not include it. */
export function forecastText(
  { list, temperatureUnit }: OutputOf<typeof pv.weather7Day>,
  datetime: string | undefined,
): string {
  const day = list.find((one) => one.datetime === datetime);
  if (day === undefined) return '';
  const unit = temperatureUnit === 'Fahrenheit' ? 'Fahrenheit' : 'Celsius';
  const [from, to] = [temperatureFigure(day.tempMin, unit), temperatureFigure(day.tempMax, unit)];
  return `${day.conditions}, ${from.value} … ${to.value}\u00a0${to.unit}`;
}

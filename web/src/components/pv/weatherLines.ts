// The weather of a day in its power chart: one line with its own axis, the other one in the tooltip only.
import { t, type WordKey } from '../../i18n.ts';
import type { ColorToken } from '../../theme.ts';
import type { ChartData } from '../chart/Chart.tsx';
import type { PowerAnswer } from './powerCurve.ts';
import { curveRead, type Read } from './reading.ts';

/** The weather measurement to draw; '' for none, which is not requested either. */
export const weatherChoices = ['', 'airTemperature', 'cloudCover'] as const;
export type WeatherChoice = (typeof weatherChoices)[number];

const looks: Record<Exclude<WeatherChoice, ''>, { word: WordKey; color: ColorToken; decimals: number }> = {
  airTemperature: { word: 'site.weather.air', color: 'series-5', decimals: 1 },
  cloudCover: { word: 'site.weather.clouds', color: 'series-4', decimals: 0 },
};

const isKnown = (key: string | undefined): key is keyof typeof looks => key !== undefined && key in looks;

/** Adds the weather of a day to its chart, where available; `read` converts to the display unit such as °F. */
export function withWeather(
  chart: ChartData,
  { weatherSeries }: Pick<PowerAnswer, 'weatherSeries'>,
  choice: WeatherChoice,
  read: Read,
): ChartData {
  if (choice === '') return chart;
  const lines = (weatherSeries ?? []).flatMap(({ key, unit, data }) => {
    if (!isKnown(key)) return [];
    const { word, ...look } = looks[key];
    const reading = read(unit);
    return {
      ...look,
      key,
      name: t(word),
      kind: 'line' as const,
      unit: reading.unit,
      values: curveRead(data, reading),
      isTableOnly: key !== choice,
      isInTip: true,
    };
  });
  return { ...chart, series: [...chart.series, ...lines] };
}

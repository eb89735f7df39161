import { pv } from '@helioport/contract/pv';
import { HOUR_MS } from '@helioport/domain/duration';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import type { PowerAnswer } from '../../../components/pv/powerCurve.ts';
import type { WeatherChoice } from '../../../components/pv/weatherLines.ts';
import { t } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';

interface WeatherBoxProps {
  sid: string;
  choice: WeatherChoice;
  onChoice: (choice: WeatherChoice) => void;
  /** The power of the day, which includes the weather if requested. */
  answer: { data?: PowerAnswer | undefined; isPlaceholderData: boolean };
}

/** Selects the weather measurement drawn with the power; hidden if the server has no weather source. */
export function WeatherBox({ sid, choice, onChoice, answer }: WeatherBoxProps): ReactNode {
  const isEnabled = useMayCall(pv.weather7Day);
  const source = useCall(pv.weather7Day, { sid }, { live: 'none', staleMs: HOUR_MS, isEnabled });
  if (source.data === undefined || source.data.source === 'none') return null;
  const isMissing = choice !== '' && !answer.isPlaceholderData && answer.data?.weatherSeries === null;
  return (
    <>
      <SelectBox
        label={t('site.weather.beside')}
        onChange={(chosen) => onChoice(chosen as WeatherChoice)}
        options={[
          { value: '', label: t('site.weather.besideNone') },
          { value: 'airTemperature', label: t('site.weather.air') },
          { value: 'cloudCover', label: t('site.weather.clouds') },
        ]}
        value={choice}
      />
      {isMissing && <span className="hp-edit-hint">{t('site.weather.notOfDay')}</span>}
    </>
  );
}

import { device } from '@helioport/contract/device';
import { isDay, localDay } from '@helioport/domain/periods';
import type { Reading } from '@helioport/domain/readings';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Panel } from '../../base/Panel.tsx';
import { choice, readField, textThat, urlFields } from '../../base/urlFields.ts';
import { useUrlState } from '../../base/useUrlState.ts';
import { SelectBox } from '../../form/SelectBox.tsx';
import { DayChoice } from '../DayChoice.tsx';
import { noDetail } from '../noDetail.ts';
import { dayText } from '../plantClock.ts';
import { useReading } from '../reading.ts';
import { type Played, playedMeasures } from './playbackData.ts';
import './playback.css';

const playSchema = urlFields({
  /** '' is today in the plant's zone. */
  day: textThat((text) => isDay(text)),
  measure: choice(playedMeasures, 'power'),
});

interface DayPlaybackProps {
  /** The plant, or one device of it. */
  of: { sid: string; sn?: string };
  timeZone: string;
  /** Now, ms. */
  now: number;
  height: number;
  /** Shown next to the selection of what is played. */
  choices?: ReactNode;
  children: (shown: { played: Played; day: string; isToday: boolean; reading: Reading }) => ReactNode;
}

/** Playback of a day of a plant or device. Day and measurement are kept in the URL. */
export function DayPlayback({ of, timeZone, now, height, choices, children }: DayPlaybackProps): ReactNode {
  const [state, setState] = useUrlState(playSchema);
  const today = localDay(now, timeZone);
  const day = state.day === '' || state.day > today ? today : state.day;
  const isToday = day === today;
  const answer = useCall(
    device.playback,
    { ...of, start: day, end: day, compact: true, measure: state.measure },
    { keepsPrevious: true, live: isToday ? 'named' : 'none', liveEveryMs: 60_000 },
  );
  const played = answer.data?.compact;
  const read = useReading(of.sid);
  const unit = played?.unit ?? '';
  const reading = useMemo(() => read(unit), [read, unit]);
  return (
    <Panel
      actions={
        <DayChoice day={day} onDay={(next) => setState({ day: next === today ? '' : next })} today={today} />
      }
      answer={answer}
      empty={
        noDetail(answer.data?.detailFrom) ||
        (played?.modules.every(({ values }) => values.length === 0) && {
          title: t('playback.none'),
          icon: 'moon',
        })
      }
      height={height}
      sub={dayText(day)}
      title={t('site.modules.playback')}
    >
      <div className="hp-playback-choices">
        <SelectBox
          label={t('playback.measure')}
          onChange={(value) => setState({ measure: readField(playSchema.measure, value) })}
          options={playedMeasures.map((key) => ({ value: key, label: t(`measure.${key}`) }))}
          value={state.measure}
        />
        {choices}
      </div>
      {played && children({ played, day, isToday, reading })}
    </Panel>
  );
}

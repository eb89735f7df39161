import { device as calls } from '@helioport/contract/device';
import { isDay, localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { DayChoice } from '../../../solar/DayChoice.tsx';
import { clockText, dayText } from '../../../solar/plantClock.ts';
import { CompareChart } from '../../../solar/playback/CompareChart.tsx';
import { filmOf, type Played, playedMeasures } from '../../../solar/playback/film.ts';
import { PlayerBar } from '../../../solar/playback/PlayerBar.tsx';
import { usePlayer } from '../../../solar/playback/usePlayer.ts';
import { Panel } from '../../../ui/base/Panel.tsx';
import { choice, textThat, urlFields } from '../../../ui/base/urlFields.ts';
import { useUrlState } from '../../../ui/base/useUrlState.ts';
import { SelectBox } from '../../../ui/form/SelectBox.tsx';
import { type DeviceView, nameOf } from './deviceView.ts';
import '../../../solar/playback/playback.css';

const playSchema = urlFields({
  /** '' is today in the plant's zone. */
  day: textThat((text) => isDay(text)),
  measure: choice(playedMeasures, 'power'),
});

const HEIGHT = 360;
const number = (value: number) => numberFormat({ maximumSignificantDigits: 3 }).format(value);

/** Any day of the device, input by input. */
export default function DevicePlaybackTab({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone, now } = device;
  const [state, setState] = useUrlState(playSchema);
  const today = localDay(now, timeZone);
  const day = state.day === '' || state.day > today ? today : state.day;
  const isToday = day === today;
  const answer = useCall(
    calls.playback,
    { sn, sid, start: day, end: day, compact: true, measure: state.measure },
    { quiet: true, keepsPrevious: true, live: isToday ? 'named' : 'none', liveEveryMs: 60_000 },
  );
  const played = answer.data?.compact;
  return (
    <Panel
      actions={
        <DayChoice day={day} onDay={(next) => setState({ day: next === today ? '' : next })} today={today} />
      }
      answer={answer}
      empty={
        played?.modules.every(({ values }) => values.length === 0) && {
          title: t('playback.none'),
          icon: 'moon',
        }
      }
      height={HEIGHT}
      sub={dayText(day)}
      title={t('site.modules.playback')}
    >
      <div className="hp-playback-choices">
        <SelectBox
          label={t('playback.measure')}
          onChange={(value) => setState({ measure: playSchema.shape.measure.parse(value) })}
          options={playedMeasures.map((key) => ({ value: key, label: t(`measure.${key}`) }))}
          value={state.measure}
        />
      </div>
      {played && (
        <Inputs
          {...{ played, isToday, timeZone }}
          key={`${day} ${played.measure}`}
          title={`${nameOf(detail)}, ${dayText(day)}`}
        />
      )}
    </Panel>
  );
}

interface InputsProps {
  played: Played;
  isToday: boolean;
  timeZone: string;
  title: string;
}

/** The inputs as bars that move with the clock, and below them as curves of the whole day. */
function Inputs({ played, isToday, timeZone, title }: InputsProps): ReactNode {
  const film = useMemo(() => filmOf(played), [played]);
  const { first, last, most } = film;
  const player = usePlayer({ first, last, start: isToday ? last : film.peak });
  const { step } = player;
  const names = useMemo(() => new Set(played.modules.map(({ plcSN }) => plcSN)), [played]);
  const time = clockText(film.startAt + step * film.stepMs, timeZone);
  return (
    <>
      <ul className="hp-device-inputs">
        {played.modules.map(({ plcSN, addr }) => {
          const value = film.valueAt(plcSN, step);
          const share = value === null || most <= 0 ? 0 : Math.max(0, value / most);
          return (
            <li key={plcSN}>
              <Link to={paths.module(plcSN.slice(0, plcSN.lastIndexOf('_')), addr)}>{plcSN}</Link>
              <span aria-hidden="true" className="hp-load-bar">
                <i style={{ width: `${share * 100}%` }} />
              </span>
              <b>{value === null ? t('playback.noReport') : `${number(value)} ${played.unit}`}</b>
            </li>
          );
        })}
      </ul>
      <PlayerBar first={first} last={last} player={player} time={time} />
      <CompareChart
        chosen={names}
        film={film}
        measure={played.measure}
        timeZone={timeZone}
        title={title}
        unit={played.unit}
      />
    </>
  );
}

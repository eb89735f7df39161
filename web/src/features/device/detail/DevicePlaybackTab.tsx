import type { Reading } from '@helioport/domain/readings';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { clockText, dayText } from '../../../components/pv/plantClock.ts';
import { CompareChart } from '../../../components/pv/playback/CompareChart.tsx';
import { DayPlayback } from '../../../components/pv/playback/DayPlayback.tsx';
import { PlayerBar } from '../../../components/pv/playback/PlayerBar.tsx';
import { type Played, playbackDataOf } from '../../../components/pv/playback/playbackData.ts';
import { usePlayer } from '../../../components/pv/playback/usePlayer.ts';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { type DeviceView, nameOf } from './deviceView.ts';

const HEIGHT = 360;
const number = (value: number) => numberFormat({ maximumSignificantDigits: 3 }).format(value);

/** Any day of the device, input by input. */
export default function DevicePlaybackTab({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone, now } = device;
  return (
    <DayPlayback height={HEIGHT} of={{ sid, sn }} timeZone={timeZone} now={now}>
      {({ played, day, isToday, reading }) => (
        <Inputs
          played={played}
          isToday={isToday}
          reading={reading}
          timeZone={timeZone}
          key={`${day} ${played.measure}`}
          title={`${nameOf(detail)}, ${dayText(day)}`}
        />
      )}
    </DayPlayback>
  );
}

interface InputsProps {
  played: Played;
  isToday: boolean;
  reading: Reading;
  timeZone: string;
  title: string;
}

/** The inputs as bars that move with the clock, and below them as curves of the whole day. */
function Inputs({ played, isToday, reading, timeZone, title }: InputsProps): ReactNode {
  const playback = useMemo(() => playbackDataOf(played), [played]);
  const { first, last, most } = playback;
  const player = usePlayer({ first, last, start: isToday ? playback.opening : playback.peak });
  const { step } = player;
  const names = useMemo(() => new Set(played.modules.map(({ plcSN }) => plcSN)), [played]);
  const time = clockText(playback.startAt + step * playback.stepMs, timeZone);
  return (
    <>
      <ul className="hp-device-inputs">
        {played.modules.map(({ plcSN, addr }) => {
          const value = playback.valueAt(plcSN, step);
          const share = value === null || most <= 0 ? 0 : Math.max(0, value / most);
          return (
            <li key={plcSN}>
              <Link to={paths.module(plcSN.slice(0, plcSN.lastIndexOf('_')), addr)}>{plcSN}</Link>
              <span aria-hidden="true" className="hp-load-bar">
                <i style={{ width: `${share * 100}%` }} />
              </span>
              <b>
                {value === null ? t('playback.noReport') : `${number(reading.of(value))} ${reading.unit}`}
              </b>
            </li>
          );
        })}
      </ul>
      <PlayerBar first={first} last={last} player={player} time={time} />
      <CompareChart
        chosen={names}
        playback={playback}
        measure={played.measure}
        reading={reading}
        timeZone={timeZone}
        title={title}
      />
    </>
  );
}

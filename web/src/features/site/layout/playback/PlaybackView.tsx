import { LEAST_IN_ARRAY } from '@helioport/domain/arrayMedian';
import type { Reading } from '@helioport/domain/readings';
import { type ReactNode, useMemo, useState } from 'react';
import { choice, readField, urlFields } from '../../../../components/base/urlFields.ts';
import { useUrlState } from '../../../../components/base/useUrlState.ts';
import { SelectBox } from '../../../../components/form/SelectBox.tsx';
import type { Plant } from '../../../../components/pv/plant.ts';
import { clockText, dayText } from '../../../../components/pv/plantClock.ts';
import { CompareChart } from '../../../../components/pv/playback/CompareChart.tsx';
import { DayPlayback } from '../../../../components/pv/playback/DayPlayback.tsx';
import { PlayerBar } from '../../../../components/pv/playback/PlayerBar.tsx';
import { type Played, playbackDataOf } from '../../../../components/pv/playback/playbackData.ts';
import { usePlayer } from '../../../../components/pv/playback/usePlayer.ts';
import { numberFormat } from '../../../../formats.ts';
import { t } from '../../../../i18n.ts';
import type { Face } from '../canvas/paint.ts';
import { usePalette } from '../canvas/palette.ts';
import { inReadingOrder, nameOf, type Place } from '../model/places.ts';
import { ratiosAt, stepOfRatio, stepOfValue } from './frames.ts';
import { Legend } from './Legend.tsx';
import { RoofDrawing } from './RoofDrawing.tsx';
import { RoofList } from './RoofList.tsx';
import type { Roof } from './useRoof.ts';

const colourSchema = urlFields({ colour: choice(['ratio', 'value'], 'ratio') });

const HEIGHT = 420;
const number = (value: number) => numberFormat({ maximumSignificantDigits: 3 }).format(value);
const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);

interface PlaybackViewProps {
  plant: Plant;
  roof: Roof;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Any day of the plant over its roof. */
export function PlaybackView({ plant, roof, chosen, onChoose }: PlaybackViewProps): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(colourSchema);
  const colour = (
    <SelectBox
      label={t('playback.colour')}
      onChange={(value) => setState({ colour: readField(colourSchema.colour, value) })}
      options={[
        { value: 'ratio', label: t('playback.byRatio') },
        { value: 'value', label: t('playback.byValue') },
      ]}
      value={state.colour}
    />
  );
  return (
    <DayPlayback choices={colour} height={HEIGHT} now={now} of={{ sid }} timeZone={detail.timezone}>
      {({ played, day, isToday, reading }) => (
        <Player
          key={`${day}/${sid}`}
          played={played}
          roof={roof}
          chosen={chosen}
          onChoose={onChoose}
          isToday={isToday}
          reading={reading}
          byRatio={state.colour === 'ratio'}
          timeZone={detail.timezone}
          title={`${detail.siteName}, ${dayText(day)}`}
        />
      )}
    </DayPlayback>
  );
}

/** Why some modules have no color where they are compared. */
function uncompared({ places }: Roof): string[] {
  const counts = new Map<number | null, number>();
  for (const { planeId, input } of places)
    if (input !== null) counts.set(planeId, (counts.get(planeId) ?? 0) + 1);
  const isSmall = [...counts].some(([arrayId, count]) => arrayId !== null && count < LEAST_IN_ARRAY);
  return [
    ...(isSmall ? [t('site.modules.fewInPlaneNote')] : []),
    ...(counts.has(null) ? [t('site.modules.noPlane')] : []),
  ];
}

interface PlayerProps {
  played: Played;
  reading: Reading;
  roof: Roof;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  isToday: boolean;
  byRatio: boolean;
  timeZone: string;
  title: string;
}

function Player(props: PlayerProps): ReactNode {
  const { played, reading, roof, chosen, onChoose, isToday, byRatio, timeZone, title } = props;
  const [hasValues, setValues] = useState(true);
  const palette = usePalette();
  const playback = useMemo(() => playbackDataOf(played), [played]);
  const { first, last } = playback;
  const player = usePlayer({ first, last, start: isToday ? playback.opening : playback.peak });
  const { step } = player;
  const { measure } = played;
  const ratios = useMemo(
    () => ratiosAt(playback, roof.places, measure, step),
    [playback, roof.places, measure, step],
  );
  const faceOf = (place: Place): Face => {
    const name = nameOf(place);
    const value = name === '' ? null : playback.valueAt(name, step);
    const ratio = ratios.get(name);
    if (value === null) return { fill: null, isDashed: name === '' };
    const at = byRatio
      ? ratio === undefined
        ? undefined
        : stepOfRatio(ratio)
      : stepOfValue(value, playback.most);
    const words = hasValues
      ? {
          text: `${number(reading.of(value))} ${reading.unit}`,
          ...(ratio === undefined ? {} : { small: percent(ratio) }),
        }
      : {};
    if (at === undefined) return { fill: palette.surface, ink: palette.ink, ...words };
    return { fill: palette.scale[at] ?? palette.surface, ink: palette.scaleInk[at] ?? palette.ink, ...words };
  };
  // The list is updated only while paused: hundreds of rows changing 30 times per second are unreadable.
  const [listed, setListed] = useState(step);
  if (!player.isPlaying && listed !== step) setListed(step);
  const rows = useMemo(() => {
    const shares = ratiosAt(playback, roof.places, measure, listed);
    return inReadingOrder(
      roof.places.filter(({ input }) => input !== null),
      roof.size,
    ).map((place) => {
      const name = nameOf(place);
      const value = playback.valueAt(name, listed);
      const share = shares.get(name);
      return {
        name,
        label: name,
        values: [
          value === null ? t('playback.noReport') : `${number(reading.of(value))} ${reading.unit}`,
          share === undefined ? '–' : percent(share),
        ],
      };
    });
  }, [playback, roof.places, roof.size, measure, reading, listed]);
  const time = clockText(playback.startAt + step * playback.stepMs, timeZone);
  return (
    <>
      <div className="hp-playback">
        <div>
          <RoofDrawing chosen={chosen} faceOf={faceOf} onChoose={onChoose} palette={palette} roof={roof} />
          <PlayerBar first={first} last={last} player={player} time={time}>
            <label className="hp-playback-values">
              <input
                checked={hasValues}
                onChange={({ target }) => setValues(target.checked)}
                type="checkbox"
              />
              {t('playback.values')}
            </label>
          </PlayerBar>
          {byRatio &&
            uncompared(roof).map((words) => (
              <p className="hp-muted" key={words}>
                {words}
              </p>
            ))}
          <Legend scale={byRatio ? { kind: 'ratio' } : { kind: 'value', most: playback.most, reading }} />
        </div>
        <RoofList
          chosen={chosen}
          columns={[t(`measure.${measure as 'power'}`), t('site.modules.ratio')]}
          onChoose={onChoose}
          rows={rows}
          title={t('site.modules.title', { site: title })}
        />
      </div>
      <CompareChart
        chosen={chosen}
        playback={playback}
        measure={measure}
        reading={reading}
        timeZone={timeZone}
        title={title}
      />
    </>
  );
}

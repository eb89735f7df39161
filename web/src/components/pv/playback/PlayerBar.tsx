import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { ToolButton } from '../../base/ToolButton.tsx';
import { SelectBox } from '../../form/SelectBox.tsx';
import { speeds, type usePlayer } from './usePlayer.ts';

interface PlayerBarProps {
  player: ReturnType<typeof usePlayer>;
  /** Steps with a value. */
  first: number;
  last: number;
  /** What the clock shows. */
  time: string;
  /** Shown at the end. */
  children?: ReactNode;
}

/** Starts and pauses playback, and seeks to any time. */
export function PlayerBar({ player, first, last, time, children }: PlayerBarProps): ReactNode {
  return (
    <div className="hp-playback-bar">
      <ToolButton icon="restart" label={t('playback.reset')} onClick={player.reset} />
      <ToolButton
        icon={player.isPlaying ? 'pause' : 'play'}
        label={t(player.isPlaying ? 'playback.pause' : 'playback.play')}
        onClick={player.toggle}
      />
      <input
        aria-label={t('playback.time')}
        aria-valuetext={time}
        max={last}
        min={first}
        onChange={({ target }) => player.seek(Number(target.value))}
        type="range"
        value={player.step}
      />
      <b className="hp-playback-time">{time}</b>
      <SelectBox
        isLabelUnseen
        label={t('playback.speed')}
        onChange={(value) => player.setSpeed(Number(value))}
        options={speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
        value={String(player.speed)}
      />
      {children}
    </div>
  );
}

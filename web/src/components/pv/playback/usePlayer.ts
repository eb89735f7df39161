import { useEffect, useState } from 'react';

export const speeds = [1, 2, 4, 8, 16, 32] as const;
/** Steps a second at the slowest. */
const STEPS_PER_SECOND = 2;

interface Range {
  first: number;
  last: number;
  /** The position until the user moves it. */
  start: number;
}

/** A playback position in the day that advances until paused. It never starts automatically. */
export function usePlayer({ first, last, start }: Range) {
  const [at, setAt] = useState<number | null>(null);
  const [wantsToPlay, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(4);
  const step = Math.min(last, Math.max(first, at ?? start));
  const isAtEnd = step >= last;
  const isPlaying = wantsToPlay && !isAtEnd;
  useEffect(() => {
    if (!isPlaying) return undefined;
    // Above the frame rate, several steps are made per tick.
    const perSecond = STEPS_PER_SECOND * speed;
    const stride = Math.max(1, Math.round(perSecond / 30));
    const timer = setInterval(
      () => setAt((now) => Math.min(last, (now ?? start) + stride)),
      (1000 * stride) / perSecond,
    );
    return () => clearInterval(timer);
  }, [isPlaying, speed, last, start]);
  return {
    step,
    speed,
    setSpeed,
    isPlaying,
    toggle: () => {
      // Playing again after the end restarts from the beginning.
      if (!isPlaying) setAt(isAtEnd ? first : step);
      setPlaying(!isPlaying);
    },
    reset: () => {
      setPlaying(false);
      setAt(first);
    },
    seek: (to: number) => {
      setPlaying(false);
      setAt(to);
    },
  };
}

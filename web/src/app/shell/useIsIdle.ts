import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Safari has no idle callback; a timer replaces it. */
const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act);
  return () => cancelIdleCallback(idle);
};

/**
 * Becomes and stays true once the screen `isDrawn`, has had no pending queries for `restMs`, and the browser is idle.
 * A screen that is still loading has no pending queries either, hence `isDrawn`.
 */
export function useIsIdle(isDrawn: boolean, restMs = 0): boolean {
  const fetching = useIsFetching();
  const [isRequested, setRequested] = useState(false);
  const [isCalm, setCalm] = useState(false);
  if (fetching > 0 && !isRequested) setRequested(true);
  const mayWait = isDrawn && isRequested && fetching === 0 && !isCalm;
  useEffect(() => {
    if (!mayWait) return;
    let end = () => {};
    const timer = setTimeout(() => {
      end = whenIdle(() => setCalm(true));
    }, restMs);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [mayWait, restMs]);
  return isCalm;
}

import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State that requests an action on the target page: `navigate(path, { state: navigationIntent('new') })`. */
export const navigationIntent = (what: string): { intent: string } => ({ intent: what });

/** Runs the action requested by the navigation to this page once: neither a reload nor the back button repeats it. */
export function useNavigationIntent(what: string, act: () => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const intent = (state as { intent?: unknown } | null)?.intent === what;
  useEffect(() => {
    if (!intent) return;
    latest.current();
    void navigate(pathname + search, { replace: true, state: null });
  }, [intent, navigate, pathname, search]);
}

// The progress bar at the top edge during a navigation, and a watchdog that reloads a stuck page. Values from the
// specification: starts at 0.3, advances every 200 ms, 1 s per transition. Custom code, since the library adds 1.5 kB
// to the login page and sets an invalid ARIA role.
import { useConnection } from '../connection.ts';
import { t } from '../i18n.ts';
import './progress.css';

const WATCHDOG_MS = 20_000;
const MINIMUM = 0.3;
const SPEED_MS = 1000;
const TRICKLE_MS = 200;
/** The bar never reaches the end before the page does. */
const MOST = 0.994;

interface Run {
  bar: HTMLElement;
  share: number;
  trickle: ReturnType<typeof setInterval>;
  watchdog: ReturnType<typeof setTimeout>;
}

let run: Run | undefined;

const draw = (bar: HTMLElement, share: number) => {
  bar.style.transform = `translateX(${(share - 1) * 100}%)`;
};

const stepFrom = (share: number) => (share < 0.5 ? 0.04 : share < 0.8 ? 0.02 : 0.005);

/** Without a connection the present page is better than none. */
const reloadIfAnswered = () => {
  if (!useConnection.getState().isLost) location.reload();
};

/** Starts the progress of a navigation. If it does not end within 20 s, the page is reloaded. */
export function startProgress(): void {
  if (run !== undefined) return;
  const bar = document.createElement('div');
  bar.className = 'hp-progress';
  bar.role = 'progressbar';
  bar.ariaLabel = t('public.loading');
  bar.style.transitionDuration = `${SPEED_MS}ms`;
  draw(bar, MINIMUM);
  document.getElementById('progress')?.replaceChildren(bar);
  const started: Run = {
    bar,
    share: MINIMUM,
    trickle: setInterval(() => {
      started.share = Math.min(MOST, started.share + Math.random() * stepFrom(started.share));
      draw(bar, started.share);
    }, TRICKLE_MS),
    watchdog: setTimeout(reloadIfAnswered, WATCHDOG_MS),
  };
  run = started;
}

/** Ends the progress, whether or not the navigation succeeded. */
export function endProgress(): void {
  if (run === undefined) return;
  const { bar, trickle, watchdog } = run;
  run = undefined;
  clearInterval(trickle);
  clearTimeout(watchdog);
  draw(bar, 1);
  bar.style.opacity = '0';
  setTimeout(() => bar.remove(), SPEED_MS);
}

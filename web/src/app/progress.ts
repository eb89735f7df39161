// The line at the top edge while a page is on its way, and the watchdog that does not let anybody wait for ever.
import nprogress from 'nprogress';
import { t } from '../i18n.ts';
import './progress.css';

const WATCHDOG_MS = 20_000;

let watchdog: ReturnType<typeof setTimeout> | undefined;

/** A navigation has begun. After 20 s without its end the page is loaded anew. */
export function startProgress(): void {
  if (watchdog !== undefined) return;
  nprogress.configure({
    minimum: 0.3,
    speed: 1000,
    trickleSpeed: 200,
    showSpinner: false,
    parent: '#progress',
    barSelector: '.bar',
    template: `<div class="bar" role="progressbar" aria-label="${t('public.loading')}"></div>`,
  });
  nprogress.start();
  watchdog = setTimeout(() => location.reload(), WATCHDOG_MS);
}

/** The navigation has ended, well or not. */
export function endProgress(): void {
  clearTimeout(watchdog);
  watchdog = undefined;
  nprogress.done();
}

// The connection to the server. During a loss the page stays unchanged, and the connection is checked until it is
// restored.
import { create } from 'zustand';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const PATIENCE_MS = 8000;

interface Connection {
  /** True from a failed request until the next answer. */
  isLost: boolean;
  /** Time of the last answer from the server, in ms. */
  lastReceivedAt: number;
}

export const useConnection = create<Connection>()(() => ({ isLost: false, lastReceivedAt: Date.now() }));

let isKnocking = false;
/** Ends the pause before the next check; set while the connection is lost. */
let checkNow: (() => void) | undefined;

/**
 * Any answer from the server, whatever its status. It can have been sent before the connection was lost, so during a
 * loss it only triggers an immediate check.
 */
export function answered(): void {
  if (isKnocking) checkNow?.();
  else useConnection.setState({ isLost: false, lastReceivedAt: Date.now() });
}

const restored = () => useConnection.setState({ isLost: false, lastReceivedAt: Date.now() });

/** A request got no answer: check the server until it answers. */
export function unanswered(): void {
  useConnection.setState({ isLost: true });
  if (isKnocking) return;
  isKnocking = true;
  void knockUntilBack().finally(() => {
    isKnocking = false;
  });
}

async function knockUntilBack(): Promise<void> {
  for (
    let waitMs = FIRST_WAIT_MS;
    useConnection.getState().isLost;
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  ) {
    await pauseOrOnline(waitMs);
    if (await versionOfServer()) restored();
  }
}

/** Waits for the given time, but ends early on the `online` event of the browser or a call of `checkNow`. */
const pauseOrOnline = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      if (checkNow === end) checkNow = undefined;
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    checkNow = end;
  });

/** Resolves when the server answers again; immediately if the connection is not lost. */
const whenBack = (): Promise<void> =>
  new Promise((resolve) => {
    if (!useConnection.getState().isLost) return resolve();
    const stop = useConnection.subscribe(({ isLost }) => {
      if (isLost) return;
      stop();
      resolve();
    });
  });

/** The version of the portal on the server, by the name of its entry file; undefined without an answer. */
async function versionOfServer(): Promise<string | undefined> {
  try {
    const answer = await fetch('/version', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the connection after a sign of failure. */
export async function lookForConnection(): Promise<void> {
  if (await versionOfServer()) restored();
  else unanswered();
}

/** The portal of this page, by the same name. */
const ownVersion = () =>
  new URL(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '', location.href)
    .pathname;

/** Why a part of the portal failed to load: no connection, another version on the server, or unknown. */
export async function whyMissing(): Promise<'lost' | 'outdated' | 'unknown'> {
  const there = await versionOfServer();
  if (there === undefined) {
    unanswered();
    return 'lost';
  }
  restored();
  return there === ownVersion() ? 'unknown' : 'outdated';
}

/** A part of this version that the server no longer has. */
export class OutdatedPortal extends Error {}

/**
 * Reloads style sheets that failed during a connection loss, once the server answers: the module loader requests a
 * style sheet only once.
 */
export function refetchStyles(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') void refetch(target);
    },
    { capture: true },
  );
}

async function refetch(link: HTMLLinkElement): Promise<void> {
  if ((await whyMissing()) !== 'lost') return;
  await whenBack();
  link.replaceWith(link.cloneNode());
}

const RELOADED = 'helioport-reloaded';

/** Some browsers cache a failed import until the page is reloaded. At most once a minute. */
function reloadOnce(reason: unknown): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 60_000) throw reason;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/**
 * Loads a part of the portal; waits while the connection is lost. Rejects with `OutdatedPortal` if the server has
 * another version.
 */
export async function untilFetched<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (reason) {
      const why = await whyMissing();
      if (why === 'outdated') throw new OutdatedPortal();
      if (why === 'unknown') reloadOnce(reason);
      await whenBack();
      await pauseOrOnline(FIRST_WAIT_MS);
    }
  }
}

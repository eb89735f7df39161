// Whether the server answers. A lost connection keeps the page as it is; this knocks until it is back.
import { create } from 'zustand';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const PATIENCE_MS = 8000;

interface Connection {
  /** True from a question without an answer until the next answer. */
  isLost: boolean;
  /** Time of the last answer from the server, in ms. */
  heardAt: number;
}

export const useConnection = create<Connection>()(() => ({ isLost: false, heardAt: Date.now() }));

let isKnocking = false;
/** Ends the pause before the next check; set while the connection is lost. */
let checkNow: (() => void) | undefined;

/**
 * Any answer from the server, whatever its status. It can have been sent before the connection was lost, so during a
 * loss it only triggers an immediate check.
 */
export function answered(): void {
  if (isKnocking) checkNow?.();
  else useConnection.setState({ isLost: false, heardAt: Date.now() });
}

const restored = () => useConnection.setState({ isLost: false, heardAt: Date.now() });

/** A question got no answer: from now on the server is knocked at, until it answers. */
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

/** The portal that the server has now, by the name of its first file; undefined without an answer. */
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

/** Why a part of the portal did not come: no connection, or the server has another portal now, or neither of them. */
export async function whyMissing(): Promise<'lost' | 'outdated' | 'unknown'> {
  const there = await versionOfServer();
  if (there === undefined) {
    unanswered();
    return 'lost';
  }
  restored();
  return there === ownVersion() ? 'unknown' : 'outdated';
}

/** A part of this page's portal that the server no longer has. */
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

/** Some browsers remember that a part did not come, for as long as the page lives. Once a minute, at most. */
function reloadOnce(reason: unknown): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 60_000) throw reason;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/**
 * A part of the portal: while the connection is away it is waited for. Rejects with `OutdatedPortal` when it can never
 * come, since the server has another portal now.
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

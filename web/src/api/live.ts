// The stream of news: `GET /live` read by fetch, joined again whenever it breaks. Reports make the answers on the screen
// that they concern be asked for anew; a change of rights is handed to whoever keeps the menus.
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { endSession, identityHeaders } from './client.ts';
import { createEventParser } from './events.ts';
import type { LiveScope } from './query.ts';

/** The server sends at least a comment this often; twice the time without a byte means the line is dead. */
const HEARTBEAT_MS = 20_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** One answer is asked for anew at most this often, however many reports arrive. */
const REFRESH_EVERY_MS = 3000;

export type LiveState = 'off' | 'connecting' | 'live' | 'waiting';

interface LiveStatus {
  state: LiveState;
  /** When the newest report was announced; null before the first. */
  lastReportAt: number | null;
}

/** Whether reports arrive at the moment, for the quiet sign in the header. */
export const useLiveStatus = create<LiveStatus>()(() => ({ state: 'off', lastReportAt: null }));

type OnReport = (sids: readonly string[]) => void;
const listeners = new Set<OnReport>();
const rightsListeners = new Set<() => void>();

/** Keeps the stream open until the returned function is called. One stream per page is enough for all screens. */
export function openLive(): () => void {
  const ending = new AbortController();
  void (async () => {
    let waitMs = FIRST_WAIT_MS;
    while (!ending.signal.aborted) {
      useLiveStatus.setState({ state: 'connecting' });
      const isWelcome = await read(ending.signal).catch(() => false);
      if (ending.signal.aborted) break;
      waitMs = isWelcome ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
      useLiveStatus.setState({ state: 'waiting' });
      // Spread out, so that a restarted server is not met by every open page at the same moment.
      await pause(waitMs * (0.75 + Math.random() / 2), ending.signal);
    }
    useLiveStatus.setState({ state: 'off', lastReportAt: null });
  })();
  return () => ending.abort();
}

/** Reads one stream to its end; true when it had been accepted. */
async function read(ended: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let alarm = setTimeout(() => silence.abort(), HEARTBEAT_MS * 2);
  let isWelcome = false;
  const headers = identityHeaders();
  try {
    const response = await fetch('/live', {
      headers: { ...headers, Accept: 'text/event-stream' },
      signal: AbortSignal.any([ended, silence.signal]),
    });
    if (response.status === 401) endSession(headers.Authorization);
    if (!response.ok || response.body === null) return false;
    isWelcome = true;
    useLiveStatus.setState({ state: 'live' });
    const parse = createEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), HEARTBEAT_MS * 2);
      for (const { name, data } of parse(value)) {
        if (name === 'report') announce(data);
        if (name === 'rights') for (const listener of rightsListeners) listener();
      }
    }
  } catch {
    return isWelcome;
  } finally {
    clearTimeout(alarm);
  }
}

function announce(data: string): void {
  const sids = sidsOf(data);
  if (sids.length === 0) return;
  useLiveStatus.setState({ lastReportAt: Date.now() });
  for (const listener of listeners) listener(sids);
}

function sidsOf(data: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed !== 'object' || parsed === null || !('sids' in parsed)) return [];
    return Array.isArray(parsed.sids) ? parsed.sids.filter((sid) => typeof sid === 'string') : [];
  } catch {
    return [];
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ended.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Calls back when the menus of this session are to be asked for anew; returns how to stop that. */
export function onRights(listener: () => void): () => void {
  rightsListeners.add(listener);
  return () => void rightsListeners.delete(listener);
}

/** Calls back with the plants of every announced report while the component is on the screen. */
export function useLive(onReport: OnReport): void {
  const latest = useRef(onReport);
  useEffect(() => {
    latest.current = onReport;
  });
  useEffect(() => {
    const listener: OnReport = (sids) => latest.current(sids);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

const concerns = (query: Query, sids: readonly string[]): boolean => {
  const scope = (query.meta?.live as LiveScope | undefined) ?? 'named';
  if (scope === 'any') return true;
  if (scope === 'none') return false;
  return sids.some((sid) => query.queryHash.includes(`"${sid}"`));
};

/** Refreshes what the screen shows when reports concern it. Mounted once, by the shell. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  const throttle = useRef<ReturnType<typeof createThrottle>>(null);
  throttle.current ??= createThrottle(client);
  useEffect(() => () => throttle.current?.stop(), []);
  useLive((sids) => {
    for (const query of client.getQueryCache().findAll()) {
      if (concerns(query, sids)) throttle.current?.refresh(query);
    }
  });
}

function createThrottle(client: QueryClient) {
  const refreshedAt = new Map<string, number>();
  const pending = new Map<string, ReturnType<typeof setTimeout>>();
  const now = (query: Query) => {
    pending.delete(query.queryHash);
    refreshedAt.set(query.queryHash, Date.now());
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  return {
    refresh(query: Query) {
      if (pending.has(query.queryHash)) return;
      const waitMs = (refreshedAt.get(query.queryHash) ?? 0) + REFRESH_EVERY_MS - Date.now();
      if (waitMs <= 0) now(query);
      else
        pending.set(
          query.queryHash,
          setTimeout(() => now(query), waitMs),
        );
    },
    stop() {
      for (const timer of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
}

// Live updates: reads the stream `GET /live` by fetch and reconnects when it breaks. Readings refresh the queries that
// they concern; a change of permissions notifies the listeners of `onRights`.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { endSession, identityHeaders } from './client.ts';
import { createEventParser } from './events.ts';
import { concerns, createPace, type LiveMeta, type ReportNote } from './livePace.ts';

/** The server sends at least a comment this often; after twice the time without data the connection counts as lost. */
const HEARTBEAT_MS = 20_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

export type LiveState = 'off' | 'connecting' | 'live' | 'waiting';

interface LiveStatus {
  state: LiveState;
  /** Time of the last notification of readings; null before the first. */
  lastReportAt: number | null;
}

/** Whether readings currently arrive, for the live indicator in the header. */
export const useLiveStatus = create<LiveStatus>()(() => ({ state: 'off', lastReportAt: null }));

/** Position of this session's waiting call in the server's queue; 0 if none waits. */
export const useQueuePlace = create<{ place: number }>()(() => ({ place: 0 }));

type OnReport = (note: ReportNote) => void;
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
      // Randomized, so that not all open pages reconnect to a restarted server at the same moment.
      await pause(waitMs * (0.75 + Math.random() / 2), ending.signal);
    }
    useLiveStatus.setState({ state: 'off', lastReportAt: null });
  })();
  return () => ending.abort();
}

/** Reads one stream to its end; true if the server accepted it. */
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
        if (name === 'queue') useQueuePlace.setState({ place: placeOf(data) });
        if (name === 'rights') for (const listener of rightsListeners) listener();
      }
    }
  } catch {
    return isWelcome;
  } finally {
    clearTimeout(alarm);
    useQueuePlace.setState({ place: 0 });
  }
}

function placeOf(data: string): number {
  try {
    const { place } = JSON.parse(data) as { place?: unknown };
    return typeof place === 'number' ? place : 0;
  } catch {
    return 0;
  }
}

function announce(data: string): void {
  const note = noteOf(data);
  if (note.sids.length === 0 && !note.isAll) return;
  useLiveStatus.setState({ lastReportAt: Date.now() });
  for (const listener of listeners) listener(note);
}

function noteOf(data: string): ReportNote {
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed !== 'object' || parsed === null || !('sids' in parsed)) return { sids: [] };
    const sids = Array.isArray(parsed.sids) ? parsed.sids.filter((sid) => typeof sid === 'string') : [];
    return { sids, isAll: 'all' in parsed && parsed.all === true };
  } catch {
    return { sids: [] };
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

/** Calls back when the menus of this session must be reloaded; returns the unsubscribe function. */
export function onRights(listener: () => void): () => void {
  rightsListeners.add(listener);
  return () => void rightsListeners.delete(listener);
}

/** Calls back with the plants of every notification of readings while the component is mounted. */
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

/** Refreshes queries on the screen when readings concern them. Mounted once, by the shell. */
export function useLiveRefresh(): void {
  const client = useQueryClient();
  const pace = useRef<ReturnType<typeof createPace>>(null);
  pace.current ??= createPace((hash) => refresh(client, hash));
  useEffect(() => () => pace.current?.stop(), []);
  useLive((note) => {
    for (const query of client.getQueryCache().findAll({ type: 'active' })) {
      const meta = (query.meta ?? {}) as LiveMeta;
      const shown = { hash: query.queryHash, data: query.state.data };
      if (concerns(meta, shown, note)) pace.current?.refresh(query.queryHash, meta);
    }
  });
}

/** On a hidden page the query is only marked stale; it is refetched when the page becomes visible. */
function refresh(client: QueryClient, hash: string): void {
  const query = client.getQueryCache().get(hash);
  if (query === undefined) return;
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  void client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
}

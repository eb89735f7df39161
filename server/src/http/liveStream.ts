// Stream of one open page: its pending events and its pace. A slow reader gets one merged event instead of a growing
// backlog.
import type { ServerResponse } from 'node:http';
import type { Me } from '../access/me.ts';
import type { RightsChange } from '../repositories/rights.ts';

const HEARTBEAT_MS = 15_000;
/** A page that reads nothing for this long is disconnected. */
const STUCK_MS = 60_000;
/** More plants than this are not named one by one. */
const NAMED_MOST = 2_000;

export interface LiveStream {
  readonly token: string;
  /** Hash of the token, base64. */
  readonly session: string;
  /** Whose it is, as the session was last looked up. */
  readonly me: Me;
  /** Keeps plants for the next note. */
  sendReports(sids: readonly string[]): void;
  /** Handles changed permissions: if they affect this user, sends an event and checks the session again. */
  applyRights(change: RightsChange | 'all'): void;
  /** Whether the session must be checked: it may have changed, or was last checked before `before` (ms). */
  isDue(before: number): boolean;
  isNow(me: Me, now: number): void;
  /** Sends the queue position of a waiting call of this session immediately. */
  sendQueuePlace(place: number): void;
  /** Writes pending events once the page has read the previous ones. */
  flush(): void;
  end(): void;
}

/** Begins the answer on `response` and keeps it going. */
export function openStream(
  response: ServerResponse,
  { token, session, me: first, now }: { token: string; session: string; me: Me; now: number },
): LiveStream {
  let me = first;
  let checkedAt = now;
  let isStale = false;
  let hasNewRights = false;
  let isAll = false;
  let isOver = false;
  let stuckSince: number | undefined;
  const waiting = new Set<string>();

  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  const mayWrite = (): boolean => {
    if (isOver || response.destroyed) return false;
    if (!response.writableNeedDrain) {
      stuckSince = undefined;
      return true;
    }
    stuckSince ??= performance.now();
    if (performance.now() - stuckSince > STUCK_MS) response.destroy();
    return false;
  };
  response.write('retry: 3000\n\n');
  const heartbeat = setInterval(() => {
    if (mayWrite()) response.write(': still here\n\n');
  }, HEARTBEAT_MS);

  return {
    token,
    session,
    get me() {
      return me;
    },
    sendReports(sids) {
      if (isAll) return;
      for (const sid of sids) waiting.add(sid);
      if (waiting.size <= NAMED_MOST) return;
      isAll = true;
      waiting.clear();
    },
    applyRights(change) {
      const { groupId, ownGroupId, userId, ownUserId } = me;
      const isAbout = (ids: readonly number[]) => ids.includes(userId) || ids.includes(ownUserId);
      const isHis =
        change === 'all' ||
        isAbout(change.userIds) ||
        change.groupIds.includes(groupId) ||
        change.groupIds.includes(ownGroupId);
      hasNewRights ||= isHis;
      isStale ||= isHis || change.rows === 'all' || isAbout(change.rows);
    },
    isDue: (before) => isStale || checkedAt < before,
    isNow(found, at) {
      me = found;
      checkedAt = at;
      isStale = false;
    },
    flush() {
      if (waiting.size === 0 && !isAll && !hasNewRights) return;
      // Until the session is checked again, the plants may no longer be visible to the user.
      if (isStale || !mayWrite()) return;
      let text = '';
      if (hasNewRights) text += 'event: rights\ndata: {}\n\n';
      if (isAll) text += 'event: report\ndata: {"sids":[],"all":true}\n\n';
      else if (waiting.size > 0) text += `event: report\ndata: ${JSON.stringify({ sids: [...waiting] })}\n\n`;
      hasNewRights = false;
      isAll = false;
      waiting.clear();
      response.write(text);
    },
    sendQueuePlace(place) {
      if (mayWrite()) response.write(`event: queue\ndata: ${JSON.stringify({ place })}\n\n`);
    },
    end() {
      if (isOver) return;
      isOver = true;
      clearInterval(heartbeat);
      response.end();
    },
  };
}

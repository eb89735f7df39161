// How a plant is, as a person would say it: asleep rather than offline when the sun is down, and since when silent.
import { isAsleep, wakesAt } from '@helioport/domain/nights';
import { instantOfWallSeconds } from '@helioport/domain/wire';
import { type Status, statusOf } from '../ui/base/StatusTag.tsx';

export interface PlantFacts {
  /** Number on the wire. */
  status: number;
  /** Degrees; without a place silence is never called sleep. */
  latitude: number | undefined;
  longitude: number | undefined;
  /** Milliseconds since 1970 of the newest report; null: there was none. */
  lastReportAt: number | null;
}

export interface PlantState {
  status: Status;
  /** When the sun will wake it, ms; null when it does not sleep or the sun stays down. */
  wakesAt: number | null;
  /** False where the last power is old news. */
  isLive: boolean;
}

/** The state of a plant, or of a part of it, at an instant. */
export function plantState(facts: PlantFacts, nowMs: number): PlantState {
  const { latitude, longitude, lastReportAt } = facts;
  const status = statusOf(facts.status);
  if (status !== 'offline')
    return { status, wakesAt: null, isLive: status === 'online' || status === 'alert' };
  if (latitude === undefined || longitude === undefined) return { status, wakesAt: null, isLive: false };
  if (!isAsleep({ nowMs, lastReportAtMs: lastReportAt, latitude, longitude })) {
    return { status, wakesAt: null, isLive: false };
  }
  return { status: 'asleep', wakesAt: wakesAt(nowMs, latitude, longitude), isLive: false };
}

interface Heard {
  lastUpdateTime: number;
}

/** When something was last heard, from the wall-clock seconds of answers. Without a zone: UTC. */
export const heardAt = ({ lastUpdateTime }: Heard, timeZone: string | undefined, nowMs: number) =>
  instantOfWallSeconds(lastUpdateTime, timeZone || 'UTC', nowMs);

/** When any of several was last heard. */
export function lastHeardAt(parts: readonly Heard[], timeZone: string, nowMs: number): number | null {
  const latest = Math.max(0, ...parts.map(({ lastUpdateTime }) => lastUpdateTime));
  return heardAt({ lastUpdateTime: latest }, timeZone, nowMs);
}

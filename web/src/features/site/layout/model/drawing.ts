// An unsaved drawing as stored for a reload: the plan and its base version. Pure functions.
import { newKey } from './commands.ts';
import { type Plan, rekeyed, startHistory } from './history.ts';
import type { Place } from './places.ts';

interface PlainPlan {
  places: readonly Place[];
  zones: Plan['zones'];
}

/** An unsaved plan with the version of the page on which it is based. */
interface Drawing {
  base: Plan;
  version: number;
  plan: Plan;
}

export interface PlainDrawing {
  base: PlainPlan;
  version: number;
  plan: PlainPlan;
}

/** The name under which a page's drawing is kept. */
export const drawingOf = (sid: string, page: number): string => `layout/${sid}/${page}`;

const plain = ({ places, zones }: Plan): PlainPlan => ({ places: [...places.values()], zones });
const plan = ({ places, zones }: PlainPlan): Plan => ({
  places: new Map(places.map((place) => [place.key, place])),
  zones,
});

/** The drawing without maps, for JSON. */
export const plainDrawing = (drawing: Drawing): PlainDrawing => ({
  base: plain(drawing.base),
  version: drawing.version,
  plan: plain(drawing.plan),
});

/**
 * Restores a drawing. Positions that were never saved get new keys, unique on this page. The base version is kept, so
 * that saving detects a meanwhile saved version as a conflict.
 */
export function readDrawing(kept: PlainDrawing): Drawing {
  const saved = new Set(kept.base.places.map(({ key }) => key));
  const keys = new Map(
    kept.plan.places.flatMap(({ key }) => (saved.has(key) ? [] : [[key, newKey()] as const])),
  );
  const drawn = rekeyed(startHistory(plan(kept.plan)), keys, new Map()).plan;
  return { base: plan(kept.base), version: kept.version, plan: drawn };
}

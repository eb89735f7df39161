// What is drawn and not saved, as it is kept for a reload of the page: the plan, and what of the server it began from. Pure.
import { newKey } from './commands.ts';
import { type Plan, rekeyed, startHistory } from './history.ts';
import type { Place } from './places.ts';

interface PlainPlan {
  places: readonly Place[];
  zones: Plan['zones'];
}

/** A plan that is not saved, with the version of the page that it began from. */
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

/** The drawing without maps, which JSON does not know. */
export const plainDrawing = (drawing: Drawing): PlainDrawing => ({
  base: plain(drawing.base),
  version: drawing.version,
  plan: plain(drawing.plan),
});

/**
 * The drawing again. Places that were never saved get keys of this page's own, which no later one is given. It keeps the
 * version that it began from: whoever saved meanwhile is found out when it is saved, as for two people at once.
 */
export function readDrawing(kept: PlainDrawing): Drawing {
  const saved = new Set(kept.base.places.map(({ key }) => key));
  const keys = new Map(
    kept.plan.places.flatMap(({ key }) => (saved.has(key) ? [] : [[key, newKey()] as const])),
  );
  const drawn = rekeyed(startHistory(plan(kept.plan)), keys, new Map()).plan;
  return { base: plan(kept.base), version: kept.version, plan: drawn };
}

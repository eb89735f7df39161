// What was typed into the wizard outlives a reload: it lies in the browser until the plant is made or it is thrown away.
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useSession } from '../../../session/session.ts';
import { SERIALS_MAX, type SerialEntry } from './serialList.ts';
import { newSite, type SiteDraft } from './siteDraft.ts';

const NAME = 'helioport-wizard';

export interface Kept {
  step: 1 | 2;
  draft: SiteDraft;
  devices: SerialEntry[];
}

const text = z.string().max(2000);
const keptSchema = z.object({
  email: z.string(),
  step: z.union([z.literal(1), z.literal(2)]),
  draft: z.record(z.string(), z.unknown()),
  devices: z.array(z.object({ sn: text, alias: text })).max(SERIALS_MAX),
});

const planes = z.array(z.object({ id: z.number(), name: text, tilt: text, azimuth: text, kw: text }));
const shares = z.array(z.object({ email: text, mayEdit: z.boolean() }));

/** What lies there of this person; undefined for nothing, for another's, and for what an older version wrote. */
export function readKept(raw: string | null, email: string): Kept | undefined {
  try {
    const found = keptSchema.parse(JSON.parse(raw ?? ''));
    if (found.email !== email) return undefined;
    const draft: Record<string, unknown> = { ...newSite };
    for (const [field, start] of Object.entries(newSite)) {
      const value = found.draft[field];
      if (typeof start === 'string' && typeof value === 'string') draft[field] = value;
    }
    draft.planes = planes.parse(found.draft.planes);
    draft.shareWith = shares.parse(found.draft.shareWith);
    if (draft.temperatureUnit !== 'Fahrenheit') draft.temperatureUnit = 'Celsius';
    return { step: found.step, draft: draft as unknown as SiteDraft, devices: found.devices };
  } catch {
    return undefined;
  }
}

function store(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, value);
  } catch {
    // A full or forbidden storage costs the memory, not the visit.
  }
}

/** What was kept when the page opened. */
export function useKeptStart(): { start: Kept | undefined; email: string } {
  const email = useSession((session) => session.email);
  const [start] = useState(() => {
    try {
      return readKept(localStorage.getItem(NAME), email);
    } catch {
      return undefined;
    }
  });
  return { start, email };
}

/** Keeps what is typed, once anything is. */
export function useKeeping(email: string, now: Kept, isTyped: boolean): void {
  const value = JSON.stringify({ email, ...now });
  useEffect(() => {
    if (isTyped) store(value);
  }, [value, isTyped]);
}

export const forgetKept = (): void => store(null);

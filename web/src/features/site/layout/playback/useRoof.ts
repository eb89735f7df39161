// The layout of a plant for read-only views: pages and positions.
import { device } from '@helioport/contract/device';
import { useMemo, useState } from 'react';
import { useCall } from '../../../../api/query.ts';
import { usePicture } from '../editor/usePicture.ts';
import type { Zone } from '../model/history.ts';
import { planOf } from '../model/saving.ts';

const noZones: readonly Zone[] = [];

/** The layout of a plant and the selected page; by default the first one with modules. */
export function useRoof(sid: string) {
  const [wanted, setPage] = useState(0);
  const answer = useCall(device.modules, { sid }, { live: 'none', staleMs: 60_000 });
  const { data } = answer;
  const pages = useMemo(() => data?.pages.filter(({ count }) => count > 0) ?? [], [data]);
  const page = pages.find(({ id }) => id === wanted) ?? pages[0];
  const picture = usePicture(page);
  const plan = useMemo(() => data && page && planOf(data, page.id), [data, page]);
  const places = useMemo(() => (plan ? [...plan.places.values()] : []), [plan]);
  const size = useMemo(
    () => ({ widthM: page?.moduleWidthM ?? 1, heightM: page?.moduleHeightM ?? 1 }),
    [page?.moduleWidthM, page?.moduleHeightM],
  );
  return {
    answer,
    pages,
    page,
    setPage,
    picture,
    places,
    zones: plan?.zones ?? noZones,
    size,
    mayEdit: data?.mayEdit ?? false,
  };
}

export type Roof = ReturnType<typeof useRoof>;

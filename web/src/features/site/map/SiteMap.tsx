// The plants on a world map, with an adjacent list of those in view, for use without a mouse.
import { site } from '@helioport/contract/site';
import type L from 'leaflet';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useCall } from '../../../api/query.ts';
import { EmptyState, type EmptyWords } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { useNow } from '../../../components/base/time.ts';
import { useLeafletMap, useNight } from '../../../components/pv/map/useLeafletMap.ts';
import { type Filters, filtersInput } from '../list/siteFilters.ts';
import { MapList } from './MapList.tsx';
import { MapPins } from './MapPins.tsx';
import { bySeverity, type Plant } from './mapPlants.ts';
import './siteMap.css';

interface SiteMapProps {
  filters: Filters;
  /** Why there is no plant to show, and what to do. */
  empty: EmptyWords;
}

export default function SiteMap({ filters, empty }: SiteMapProps): ReactNode {
  const answer = useCall(
    site.map,
    { filters: filtersInput(filters) },
    { live: 'any', liveEveryMs: 60_000, keepsPrevious: true, refreshMs: 60_000 },
  );
  const now = useNow();
  const [map, box] = useLeafletMap();
  useNight(map, now);
  const points = answer.data?.list;
  const plants = useMemo(() => [...(points ?? [])].sort(bySeverity), [points]);
  useFit(map, plants, JSON.stringify(filters), answer.isPlaceholderData);
  const inView = useInView(map, plants);
  return (
    <div className="hp-map">
      <div className="hp-map-box" ref={box} />
      {map !== null && <MapPins map={map} plants={plants} />}
      <div className="hp-map-side">
        {points === undefined && answer.error !== null && <FailedState answer={answer} />}
        {points?.length === 0 && <EmptyState {...empty} />}
        {points !== undefined && points.length > 0 && <MapList all={plants.length} plants={inView} />}
      </div>
    </div>
  );
}

/** Shows all plants whenever the filters have changed and their answer is there. */
function useFit(map: L.Map | null, plants: readonly Plant[], filters: string, isOldAnswer: boolean): void {
  const fitted = useRef('');
  useEffect(() => {
    if (map === null || plants.length === 0 || isOldAnswer || fitted.current === filters) return;
    fitted.current = filters;
    map.fitBounds(
      plants.map(({ latitude, longitude }) => [latitude, longitude]),
      // The buttons at the top left must not lie over a pin.
      { paddingTopLeft: [72, 48], paddingBottomRight: [40, 40], maxZoom: 6, animate: false },
    );
  }, [map, plants, filters, isOldAnswer]);
}

/** The plants on the part of the world that the map shows. */
function useInView(map: L.Map | null, plants: readonly Plant[]): readonly Plant[] {
  const watch = useCallback(
    (onMove: () => void) => {
      map?.on('moveend', onMove);
      return () => {
        map?.off('moveend', onMove);
      };
    },
    [map],
  );
  const shown = useSyncExternalStore(watch, () => map?.getBounds().toBBoxString() ?? '');
  return useMemo(() => {
    const [west = 0, south = 0, east = 0, north = 0] = shown.split(',').map(Number);
    return plants.filter(
      ({ latitude, longitude }) =>
        latitude >= south && latitude <= north && longitude >= west && longitude <= east,
    );
  }, [plants, shown]);
}

// A Leaflet map that needs no network: the outline of the world from the portal's own files, and the night over it.
import { nightEdge } from '@helioport/domain/nights';
import L from 'leaflet';
import { type RefObject, useEffect, useState } from 'react';
import { feature } from 'topojson-client';
import worldUrl from 'world-atlas/countries-50m.json?url';
import 'leaflet/dist/leaflet.css';

const WORLD = L.latLngBounds([-62, -180], [80, 180]);
/** Beyond this the outline has nothing more to say. */
const MAX_ZOOM = 9;

type World = Parameters<typeof feature>[0];

let outline: Promise<GeoJSON.GeoJsonObject | null> | undefined;

/** The countries as GeoJSON, fetched once; null where that failed, since plants can be found without them. */
function worldOutline(): Promise<GeoJSON.GeoJsonObject | null> {
  outline ??= fetch(worldUrl)
    .then((answer) => answer.json() as Promise<World>)
    .then((world) => (world.objects.countries ? feature(world, world.objects.countries) : null))
    .catch(() => {
      outline = undefined;
      return null;
    });
  return outline;
}

/** Makes the map in `box`; null before it stands. */
export function useLeafletMap(box: RefObject<HTMLDivElement | null>): L.Map | null {
  const [map, setMap] = useState<L.Map | null>(null);
  useEffect(() => {
    if (box.current === null) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = L.map(box.current, {
      renderer: L.svg({ padding: 0.6 }),
      maxZoom: MAX_ZOOM,
      maxBounds: WORLD.pad(0.3),
      maxBoundsViscosity: 0.8,
      zoomSnap: 0.5,
      zoomAnimation: !isStill,
      fadeAnimation: !isStill,
      markerZoomAnimation: !isStill,
      zoomControl: true,
    });
    made.attributionControl.setPrefix(false).addAttribution('Natural Earth');
    made.fitBounds(WORLD);
    void worldOutline().then((countries) => {
      // The page may have been left while the outline was on its way.
      if (countries === null || !box.current) return;
      L.geoJSON(countries, { interactive: false, style: { className: 'hp-map-land' } })
        .addTo(made)
        .bringToBack();
    });
    const resized = new ResizeObserver(() => made.invalidateSize());
    resized.observe(box.current);
    setMap(made);
    return () => {
      resized.disconnect();
      made.remove();
      setMap(null);
    };
  }, [box]);
  return map;
}

/** Lays the night of an instant (ms) over the map. */
export function useNight(map: L.Map | null, nowMs: number): void {
  const minute = Math.floor(nowMs / 60_000);
  useEffect(() => {
    if (map === null) return;
    const { edge, darkPole } = nightEdge(minute * 60_000);
    const night = L.polygon([...edge, [darkPole, 180], [darkPole, -180]], {
      interactive: false,
      className: 'hp-map-night',
    }).addTo(map);
    return () => {
      night.remove();
    };
  }, [map, minute]);
}

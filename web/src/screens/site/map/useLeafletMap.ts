// A Leaflet map that needs no network: the outline of the world from the portal's own files, and the night over it.
import { nightEdge } from '@helioport/domain/nights';
import L from 'leaflet';
import { type RefCallback, useCallback, useEffect, useState } from 'react';
import worldUrl from 'world-atlas/countries-50m.json?url';
import { type Land, landOf } from './worldLand.ts';
import 'leaflet/dist/leaflet.css';

const WORLD = L.latLngBounds([-56, -180], [76, 180]);
/** The world is drawn three times side by side, so that a wide window shows no empty sea at its edges. */
const TURNS = [-360, 0, 360];
/** Beyond this the outline has nothing more to say. */
const MAX_ZOOM = 9;

let outline: Promise<Land[]> | undefined;

/** The countries, fetched once; none where that failed, since plants can be found without them. */
function worldOutline(): Promise<Land[]> {
  outline ??= fetch(worldUrl)
    .then((answer) => answer.json())
    .then(landOf)
    .catch(() => {
      outline = undefined;
      return [];
    });
  return outline;
}

/** The map, null before it stands, and the ref of the box that it shall fill. */
export function useLeafletMap(): [L.Map | null, RefCallback<HTMLDivElement>] {
  const [map, setMap] = useState<L.Map | null>(null);
  const box = useCallback((element: HTMLDivElement) => {
    const made = mapIn(element);
    let isGone = false;
    void worldOutline().then((countries) => {
      // The page may have been left while the outline was on its way.
      if (!isGone) drawLand(made, countries);
    });
    const resized = new ResizeObserver(() => made.invalidateSize());
    resized.observe(element);
    setMap(made);
    return () => {
      isGone = true;
      resized.disconnect();
      made.remove();
      setMap(null);
    };
  }, []);
  return [map, box];
}

function mapIn(element: HTMLDivElement): L.Map {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    renderer: L.svg({ padding: 0.6 }),
    maxZoom: MAX_ZOOM,
    maxBounds: L.latLngBounds([-80, -230], [86, 230]),
    maxBoundsViscosity: 1,
    zoomSnap: 0.5,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
  });
  map.attributionControl.setPrefix(false).addAttribution('Natural Earth');
  return map.fitBounds(WORLD);
}

function drawLand(map: L.Map, countries: readonly Land[]): void {
  for (const turn of TURNS) {
    for (const rings of countries) {
      const turned = rings.map((ring) => ring.map(([lat, lng]): [number, number] => [lat, lng + turn]));
      L.polygon(turned, { interactive: false, className: 'hp-map-land' }).addTo(map).bringToBack();
    }
  }
}

/** Lays the night of an instant (ms) over the map. */
export function useNight(map: L.Map | null, nowMs: number): void {
  const minute = Math.floor(nowMs / 60_000);
  useEffect(() => {
    if (map === null) return;
    const { edge, darkPole } = nightEdge(minute * 60_000);
    const line = TURNS.flatMap((turn) => edge.map(([lat, lng]): [number, number] => [lat, lng + turn]));
    const night = L.polygon([...line, [darkPole, 540], [darkPole, -540]], {
      interactive: false,
      className: 'hp-map-night',
    }).addTo(map);
    return () => {
      night.remove();
    };
  }, [map, minute]);
}

// A Leaflet map that needs no network: the outline of the world from the portal's own files, and the night over it.
import { nightEdge } from '@helioport/domain/standby';
import L from 'leaflet';
import { type RefCallback, useCallback, useEffect, useState } from 'react';
import worldUrl from 'world-atlas/countries-50m.json?url';
import { countryName } from '../../../countryName.ts';
import { fits, type NamePlace, namePlacesOf } from './countryNames.ts';
import { countriesOf, type Land, landOf } from './worldLand.ts';
import 'leaflet/dist/leaflet.css';
import './map.css';

const WORLD = L.latLngBounds([-56, -180], [76, 180]);
/** The world is drawn three times, so that a wide window has no empty edges. */
const TURNS = [-360, 0, 360];
/** The outline has no more detail beyond this. */
const MAX_ZOOM = 9;

interface Outline {
  land: readonly Land[];
  names: readonly NamePlace[];
}

let outline: Promise<Outline> | undefined;

/** The countries, loaded once; none on failure, since the map works without them. */
function worldOutline(): Promise<Outline> {
  outline ??= fetch(worldUrl)
    .then(async (answer) => {
      const countries = countriesOf(await answer.json());
      return { land: landOf(countries), names: namePlacesOf(countries) };
    })
    .catch(() => {
      outline = undefined;
      return { land: [], names: [] };
    });
  return outline;
}

/** Where each country is named, by its code; none where the outline could not be fetched. */
export const countryPlaces = async (): Promise<ReadonlyMap<string, NamePlace['at']>> =>
  new Map((await worldOutline()).names.map(({ countryCode, at }) => [countryCode, at]));

/** The box around the main part of a country; undefined where the outline could not be fetched. */
export async function countryBounds(code: string): Promise<L.LatLngBounds | undefined> {
  const place = (await worldOutline()).names.find(({ countryCode }) => countryCode === code);
  return place && L.latLngBounds([place.south, place.west], [place.north, place.east]);
}

/** The map, null until it is created, and the ref of its container. */
export function useLeafletMap(): [L.Map | null, RefCallback<HTMLDivElement>] {
  const [map, setMap] = useState<L.Map | null>(null);
  const box = useCallback((element: HTMLDivElement) => {
    const made = mapIn(element);
    let isGone = false;
    void worldOutline().then(({ land, names }) => {
      // The page may have been closed while the outline was loading.
      if (isGone) return;
      drawLand(made, land);
      nameCountries(made, names);
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

/** Writes the names of the countries that are large enough at the zoom, above the land and below the pins. */
function nameCountries(map: L.Map, places: readonly NamePlace[]): void {
  const pane = map.createPane('names');
  pane.style.zIndex = '450';
  pane.ariaHidden = 'true';
  const written = L.layerGroup().addTo(map);
  const draw = () => {
    written.clearLayers();
    const shown = map.getBounds();
    for (const { countryCode, at, south, west, north, east } of places) {
      const low = map.project([south, west]);
      const high = map.project([north, east]);
      const name = countryName(countryCode);
      if (!fits(name, { width: high.x - low.x, height: low.y - high.y })) continue;
      for (const turn of TURNS) {
        const place = L.latLng(at[0], at[1] + turn);
        if (shown.contains(place)) nameAt(place, name).addTo(written);
      }
    }
  };
  draw();
  map.on('moveend', draw);
}

function nameAt(place: L.LatLng, name: string): L.Marker {
  const html = document.createElement('span');
  html.textContent = name;
  const icon = L.divIcon({ html, className: 'hp-map-country', iconSize: [0, 0] });
  return L.marker(place, { icon, pane: 'names', interactive: false, keyboard: false });
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

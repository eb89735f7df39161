import L from 'leaflet';
import { type ReactNode, useEffect, useRef } from 'react';
import { countryBounds, useLeafletMap } from '../../../components/pv/map/useLeafletMap.ts';
import { t } from '../../../i18n.ts';
import '../map/siteMap.css';

export interface Point {
  latitude: number;
  longitude: number;
}

interface PositionMapProps {
  point: Point | null;
  /** Shown while there is no point. */
  countryCode: string;
  onChoose: (point: Point) => void;
}

const NEAR = 6;
const WORLD = L.latLngBounds([-60, -180], [78, 180]);

/** A map on which a click sets the point. Without a mouse, coordinates are entered in the fields below it. */
export default function PositionMap({ point, countryCode, onChoose }: PositionMapProps): ReactNode {
  const [map, box] = useLeafletMap();
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (map === null) return;
    const pressed = ({ latlng }: L.LeafletMouseEvent) => {
      const { lat, lng } = latlng.wrap();
      choose.current({ latitude: lat, longitude: lng });
    };
    map.on('click', pressed);
    // A single world: with repeated copies one location would have several positions.
    map.setMaxBounds(WORLD);
    map.setMinZoom(map.getBoundsZoom(WORLD, true));
    return () => {
      map.off('click', pressed);
    };
  }, [map]);
  const { latitude, longitude } = point ?? {};
  const hasPoint = point !== null;
  useEffect(() => {
    if (map === null || hasPoint || countryCode === '') return;
    let isCurrent = true;
    void countryBounds(countryCode).then((bounds) => {
      if (isCurrent && bounds) map.fitBounds(bounds, { animate: false });
    });
    return () => {
      isCurrent = false;
    };
  }, [map, hasPoint, countryCode]);
  const isShown = useRef(false);
  useEffect(() => {
    if (map === null || latitude === undefined || longitude === undefined) return;
    const icon = L.divIcon({ className: 'hp-position-pin', iconSize: [20, 20] });
    const marker = L.marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(map);
    // The first point centers the map; later ones only pan it if they are out of view.
    if (!isShown.current) map.setView([latitude, longitude], NEAR, { animate: false });
    else map.panInside([latitude, longitude], { padding: [40, 40], animate: false });
    isShown.current = true;
    return () => {
      marker.remove();
    };
  }, [map, latitude, longitude]);
  return (
    <section aria-label={t('site.edit.map')} className="hp-map hp-position-map">
      <div className="hp-map-box" ref={box} />
    </section>
  );
}

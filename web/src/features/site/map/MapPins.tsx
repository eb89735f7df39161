import { countSeverities } from '@helioport/domain/condition';
import L from 'leaflet';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { StatusTag, statusWords } from '../../../components/base/StatusTag.tsx';
import { formatNumber, useNow } from '../../../components/base/time.ts';
import { conditionText } from '../../../components/pv/conditionText.ts';
import { severityText } from '../../../components/pv/SeverityTag.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { clusterPoints } from './mapClusters.ts';
import { countStates, dayAt, type Plant } from './mapPlants.ts';

const RADIUS = 44;
/** Clusters this far outside the view are kept ready, as a share of the view. */
const MARGIN = 0.3;
/** Most names in the tooltip of a cluster that cannot be expanded. */
const NAMED = 12;

interface Pin {
  key: string;
  plants: Plant[];
  at: L.LatLng;
  /** Container of the pin in the map's own layers, so that it moves with them. */
  element: HTMLElement;
}

/** A pin for each plant or, where they would cover each other, for several. */
export function MapPins({ map, plants }: { map: L.Map; plants: readonly Plant[] }): ReactNode {
  const [pins, setPins] = useState<readonly Pin[]>([]);
  useEffect(() => {
    let markers: L.Marker[] = [];
    let clusters: ReturnType<typeof clustersAt> = [];
    let zoom = Number.NaN;
    const draw = () => {
      if (map.getZoom() !== zoom) {
        zoom = map.getZoom();
        clusters = clustersAt(map, plants, zoom);
      }
      const bounds = map.getBounds().pad(MARGIN);
      for (const marker of markers) marker.remove();
      const shown = clusters.filter(({ at }) => bounds.contains(at)).map(pinOf);
      markers = shown.map(({ at, element }) => markerOf(at, element).addTo(map));
      setPins(shown);
    };
    draw();
    map.on('moveend', draw);
    return () => {
      map.off('moveend', draw);
      for (const marker of markers) marker.remove();
    };
  }, [map, plants]);
  return pins.map(({ key, plants: here, at, element }) =>
    createPortal(<PinFace at={at} map={map} plants={here} />, element, key),
  );
}

function clustersAt(map: L.Map, plants: readonly Plant[], zoom: number) {
  const placed = plants.map((plant) => {
    const { x, y } = map.project([plant.latitude, plant.longitude], zoom);
    return { x, y, plant };
  });
  return clusterPoints(placed, RADIUS).map(({ x, y, points }) => ({
    at: map.unproject([x, y], zoom),
    plants: points.map(({ plant }) => plant),
  }));
}

const pinOf = ({ at, plants }: { at: L.LatLng; plants: Plant[] }): Pin => ({
  key: plants[0]?.sid ?? '',
  plants,
  at,
  element: document.createElement('div'),
});

/** Leaflet positions the pin; the link or button in it handles clicks. */
const markerOf = (at: L.LatLng, element: HTMLElement): L.Marker => {
  L.DomEvent.disableClickPropagation(element);
  return L.marker(at, {
    icon: L.divIcon({ html: element, className: 'hp-pin', iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
  });
};

function PinFace({ plants, at, map }: { plants: Plant[]; at: L.LatLng; map: L.Map }): ReactNode {
  const now = useNow();
  const [only] = plants;
  if (only !== undefined && plants.length === 1) {
    const label = [
      only.siteName,
      statusWords(only.state),
      conditionText(only.verdict, dayAt(only, now)),
    ].join(', ');
    return (
      // The list next to the map has the same links for the Tab key, in a readable order.
      <Link aria-label={label} className="hp-pin-one" tabIndex={-1} title={label} to={paths.site(only.sid)}>
        <StatusTag isPlain severity={only.severity} state={only.state}>
          {''}
        </StatusTag>
      </Link>
    );
  }
  const open = countSeverities(plants).filter(({ severity }) => severity !== 'none');
  const states = [
    ...open.map((one) => `${formatNumber(one.count)} ${severityText(one.severity)}`),
    ...countStates(plants.filter(({ severity }) => severity === 'none')).map(
      (one) => `${formatNumber(one.count)} ${statusWords(one.state)}`,
    ),
  ];
  const label = t('site.map.cluster', { count: plants.length, states: states.join(', ') });
  const names = plants.slice(0, NAMED).map(({ siteName }) => siteName);
  const zoomIn = () => {
    const bounds = L.latLngBounds(plants.map(({ latitude, longitude }) => [latitude, longitude]));
    if (map.getZoom() >= map.getMaxZoom()) map.panTo(at);
    else map.fitBounds(bounds, { padding: [64, 64] });
  };
  return (
    <button
      aria-label={label}
      className="hp-pin-many"
      onClick={zoomIn}
      tabIndex={-1}
      title={[label, ...names].join('\n')}
      type="button"
    >
      <span className="hp-pin-count">{formatNumber(plants.length)}</span>
      {open.map(({ severity, count }) => (
        // Drawn by CSS: as text it would become part of the button's name, which already has more detail.
        <span
          className={`hp-pin-severity hp-severity-${severity}`}
          data-count={formatNumber(count)}
          key={severity}
        />
      ))}
    </button>
  );
}

import L from 'leaflet';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../components/base/time.ts';
import { countryPlaces, useLeafletMap } from '../../components/pv/map/useLeafletMap.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { Country } from './figures.ts';

/** Radius of the circle for one user and of the largest one, px; the area is proportional to the number. */
const LEAST = 5;
const MOST = 26;

/** Users by country: a circle on each country, and the same as a list of links. */
export function CountryMap({ countries }: { countries: readonly Country[] }): ReactNode {
  const [map, box] = useLeafletMap();
  useCircles(map, countries);
  return (
    <section aria-label={t('dashboard.countries')} className="hp-map hp-dash-map">
      <div className="hp-map-box" ref={box} />
      <ol className="hp-dash-countries">
        {countries.map(({ countryCode, countryName, users }) => (
          <li key={countryCode}>
            {countryCode === '' ? (
              <span>{t('dashboard.noCountry')}</span>
            ) : (
              <Link to={paths.usersBy({ country: countryCode })}>{countryName}</Link>
            )}
            <b>{formatNumber(users, 0)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useCircles(map: L.Map | null, countries: readonly Country[]): void {
  useEffect(() => {
    if (map === null) return;
    const circles = L.layerGroup().addTo(map);
    let isGone = false;
    void countryPlaces().then((places) => {
      if (isGone) return;
      const most = Math.max(1, ...countries.map(({ users }) => users));
      const placed = countries.flatMap((country) => {
        const at = places.get(country.countryCode);
        return at ? [{ ...country, at }] : [];
      });
      for (const { at, countryName, users } of placed) {
        L.circleMarker(at, {
          className: 'hp-dash-circle',
          radius: LEAST + (MOST - LEAST) * Math.sqrt(users / most),
        })
          .bindTooltip(`${countryName}: ${formatNumber(users, 0)}`)
          .addTo(circles);
      }
      if (placed.length > 0)
        map.fitBounds(L.latLngBounds(placed.map(({ at }) => at)).pad(0.3), { maxZoom: 4, animate: false });
    });
    return () => {
      isGone = true;
      circles.remove();
    };
  }, [map, countries]);
}

// Where on the sky direct light is lost: azimuth across, elevation up, darker where less arrives.
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import type { FindingDetail } from './findingText.ts';
import { ratioText } from './findingText.ts';

type Shading = NonNullable<FindingDetail['shading']>;

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 40;
const BOTTOM = 30;

/** Distance of two centers; a single one fills its axis. */
const stepOf = (centers: readonly number[], whole: number) =>
  centers.length > 1 ? Math.abs(centers[1]! - centers[0]!) : whole;

/** The learned shading map of a module with the window of an obstacle. Azimuths are degrees clockwise from north. */
export function SunPath({ shading }: { shading: Shading }): ReactNode {
  const { azimuths, elevations, cells, window } = shading;
  if (azimuths.length === 0 || elevations.length === 0) return null;
  const dx = stepOf(azimuths, 360);
  const dy = stepOf(elevations, 90);
  const from = Math.min(...azimuths) - dx / 2;
  const to = Math.max(...azimuths) + dx / 2;
  const top = Math.max(...elevations) + dy / 2;
  const x = (azimuth: number) => LEFT + ((azimuth - from) / (to - from)) * (WIDTH - LEFT);
  const y = (elevation: number) => (1 - elevation / top) * (HEIGHT - BOTTOM);
  const directions = [
    [90, t('finding.sunPath.east')],
    [180, t('finding.sunPath.south')],
    [270, t('finding.sunPath.west')],
  ] as const;
  return (
    <figure className="hp-sunpath">
      <svg aria-label={t('finding.sunPath.title')} role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        {elevations.map((elevation, row) =>
          azimuths.map((azimuth, column) => {
            const share = cells[row]?.[column] ?? null;
            return (
              <rect
                className={share === null ? 'hp-sunpath-unknown' : 'hp-sunpath-cell'}
                height={Math.max(0, y(elevation - dy / 2) - y(elevation + dy / 2) - 0.5)}
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                key={`${row} ${column}`}
                style={
                  share === null
                    ? undefined
                    : { opacity: 0.08 + 0.92 * (1 - Math.min(1, Math.max(0, share))) }
                }
                width={Math.max(0, x(azimuth + dx / 2) - x(azimuth - dx / 2) - 0.5)}
                x={x(azimuth - dx / 2)}
                y={y(elevation + dy / 2)}
              >
                <title>{`${Math.round(azimuth)}°, ${Math.round(elevation)}°: ${ratioText(share)}`}</title>
              </rect>
            );
          }),
        )}
        {window && (
          <rect
            className="hp-sunpath-window"
            height={y(window.elevationFrom) - y(window.elevationTo)}
            width={x(window.azimuthTo) - x(window.azimuthFrom)}
            x={x(window.azimuthFrom)}
            y={y(window.elevationTo)}
          />
        )}
        {directions
          .filter(([azimuth]) => azimuth >= from && azimuth <= to)
          .map(([azimuth, name]) => (
            <text key={azimuth} textAnchor="middle" x={x(azimuth)} y={HEIGHT - 8}>
              {name}
            </text>
          ))}
        {[30, 60]
          .filter((elevation) => elevation < top)
          .map((elevation) => (
            <text key={elevation} x={4} y={y(elevation) + 4}>{`${elevation}°`}</text>
          ))}
      </svg>
      <figcaption>
        {window
          ? t('finding.sunPath.window', {
              from: `${Math.round(window.azimuthFrom)}°`,
              to: `${Math.round(window.azimuthTo)}°`,
              low: `${Math.round(window.elevationFrom)}°`,
              high: `${Math.round(window.elevationTo)}°`,
            })
          : t('finding.sunPath.legend')}
      </figcaption>
    </figure>
  );
}

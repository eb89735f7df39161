// The sun paths and direct-light losses of a module: azimuth on x, elevation on y, darker where less arrives.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { dayText } from '../plantClock.ts';
import { type FindingDetail, ratioText } from './findingText.ts';

type Shading = NonNullable<FindingDetail['shading']>;
type Path = OutputOf<typeof device.modulesAnalytics>['sunPaths'][number];

const WIDTH = 600;
const HEIGHT = 260;
const LEFT = 48;
const BOTTOM = 30;
/** Azimuths further apart than this are on either side of north. */
const WRAP = 180;
/** Sectors that receive less than this are described as text. */
const SHADED = 0.8;

interface SunPathProps {
  shading: Shading | null;
  sunPaths?: readonly Path[];
  /** The highlighted day. */
  today?: string;
}

interface Axes {
  from: number;
  to: number;
  top: number;
  x: (azimuth: number) => number;
  y: (elevation: number) => number;
}

/** Distance of two centers; a single one fills its axis. */
const stepOf = (centers: readonly number[], whole: number) =>
  centers.length > 1 ? Math.abs(centers[1]! - centers[0]!) : whole;

const degrees = (value: number) => `${Math.round(value)}°`;

function axesOf(shading: Shading | null, sunPaths: readonly Path[]): Axes | null {
  const azimuths = [...(shading?.azimuths ?? []), ...sunPaths.flatMap(({ azimuth }) => azimuth)];
  const elevations = [...(shading?.elevations ?? []), ...sunPaths.flatMap(({ elevation }) => elevation)];
  if (azimuths.length === 0 || elevations.length === 0) return null;
  const dx = shading ? stepOf(shading.azimuths, 360) / 2 : 5;
  const dy = shading ? stepOf(shading.elevations, 90) / 2 : 5;
  const from = Math.max(0, Math.min(...azimuths) - dx);
  const to = Math.min(360, Math.max(...azimuths) + dx);
  const top = Math.min(90, Math.max(...elevations) + dy);
  return {
    from,
    to,
    top,
    x: (azimuth) => LEFT + ((azimuth - from) / (to - from)) * (WIDTH - LEFT),
    y: (elevation) => (1 - elevation / top) * (HEIGHT - BOTTOM),
  };
}

/** The learned shading map of a module with the window of an obstacle, and paths of the sun. Azimuths clockwise from north. */
export function SunPath({ shading, sunPaths = [], today }: SunPathProps): ReactNode {
  const axes = axesOf(shading, sunPaths);
  if (axes === null) return null;
  const window = shading?.window ?? null;
  return (
    <figure className="hp-sunpath">
      <svg aria-label={t('finding.sunPath.title')} role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        {shading && <Cells axes={axes} shading={shading} />}
        {sunPaths.map((path) => (
          <path
            className={path.day === today ? 'hp-sunpath-path hp-sunpath-today' : 'hp-sunpath-path'}
            d={lineOf(path, axes)}
            key={path.day}
          >
            <title>{pathText(path)}</title>
          </path>
        ))}
        {window && (
          <rect
            className="hp-sunpath-window"
            height={axes.y(window.elevationFrom) - axes.y(window.elevationTo)}
            width={axes.x(window.azimuthTo) - axes.x(window.azimuthFrom)}
            x={axes.x(window.azimuthFrom)}
            y={axes.y(window.elevationTo)}
          />
        )}
        <AxisWords axes={axes} />
      </svg>
      <figcaption>
        {window && (
          <p>
            {t('finding.sunPath.window', {
              from: degrees(window.azimuthFrom),
              to: degrees(window.azimuthTo),
              low: degrees(window.elevationFrom),
              high: degrees(window.elevationTo),
            })}
          </p>
        )}
        {shading && <p>{t('finding.sunPath.legend')}</p>}
        {shading === null && <p>{t('finding.sunPath.notLearned')}</p>}
        {sunPaths.length > 0 && (
          <ul>
            {sunPaths.map((path) => (
              <li className={path.day === today ? 'hp-sunpath-now' : undefined} key={path.day}>
                {pathText(path)}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {shading && <ShadedFields shading={shading} />}
    </figure>
  );
}

/** "Jun 21, 2026: 05:10–21:30, up to 61°". */
function pathText({ day, elevation, times }: Path): string {
  return t('finding.sunPath.path', {
    day: dayText(day),
    from: times[0] ?? '–',
    to: times.at(-1) ?? '–',
    high: degrees(Math.max(0, ...elevation)),
  });
}

function lineOf({ azimuth, elevation }: Path, { x, y }: Axes): string {
  return azimuth
    .map((one, i) => {
      const before = azimuth[i - 1];
      const isStart = before === undefined || Math.abs(one - before) > WRAP;
      return `${isStart ? 'M' : 'L'}${x(one).toFixed(1)} ${y(Math.max(0, elevation[i] ?? 0)).toFixed(1)}`;
    })
    .join('');
}

function Cells({
  shading: { azimuths, elevations, cells },
  axes: { x, y },
}: {
  shading: Shading;
  axes: Axes;
}) {
  const dx = stepOf(azimuths, 360);
  const dy = stepOf(elevations, 90);
  return elevations.map((elevation, row) =>
    azimuths.map((azimuth, column) => {
      const share = cells[row]?.[column] ?? null;
      return (
        <rect
          className={share === null ? 'hp-sunpath-unknown' : 'hp-sunpath-cell'}
          height={Math.max(0, y(elevation - dy / 2) - y(elevation + dy / 2) - 0.5)}
          key={`${azimuth} ${elevation}`}
          style={
            share === null ? undefined : { opacity: 0.08 + 0.92 * (1 - Math.min(1, Math.max(0, share))) }
          }
          width={Math.max(0, x(azimuth + dx / 2) - x(azimuth - dx / 2) - 0.5)}
          x={x(azimuth - dx / 2)}
          y={y(elevation + dy / 2)}
        >
          <title>{`${degrees(azimuth)}, ${degrees(elevation)}: ${ratioText(share)}`}</title>
        </rect>
      );
    }),
  );
}

function AxisWords({ axes: { from, to, top, x, y } }: { axes: Axes }): ReactNode {
  const directions = [
    [90, t('finding.sunPath.east')],
    [180, t('finding.sunPath.south')],
    [270, t('finding.sunPath.west')],
  ] as const;
  return (
    <>
      {directions
        .filter(([azimuth]) => azimuth >= from && azimuth <= to)
        .map(([azimuth, name]) => (
          <text key={azimuth} textAnchor="middle" x={x(azimuth)} y={HEIGHT - 6}>
            {name}
          </text>
        ))}
      {[30, 60]
        .filter((elevation) => elevation < top)
        .map((elevation) => (
          <text key={elevation} x={4} y={y(elevation) + 4}>
            {degrees(elevation)}
          </text>
        ))}
    </>
  );
}

/** The shaded sectors as text, for screen readers. */
function ShadedFields({ shading: { azimuths, elevations, cells } }: { shading: Shading }): ReactNode {
  const shaded = elevations.flatMap((elevation, row) =>
    azimuths.flatMap((azimuth, column) => {
      const share = cells[row]?.[column] ?? null;
      return share === null || share >= SHADED
        ? []
        : [`${degrees(azimuth)}, ${degrees(elevation)}: ${ratioText(share)}`];
    }),
  );
  if (shaded.length === 0) return null;
  return (
    <ul className="hp-unseen">
      {shaded.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

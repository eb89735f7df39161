// The pages of a layout as drawings for paper: every module at its position with its serial number and input.
import { plcSn } from '@helioport/domain/wire';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { escapeHtml } from '../../platform/html.ts';

export interface DrawnPage {
  name: string;
  /** Of an upright module, meters. */
  widthM: number;
  heightM: number;
  modules: DrawnModule[];
}

interface DrawnModule {
  /** Of the center, meters; x to the right, y down the page. */
  xM: number;
  yM: number;
  /** Clockwise. */
  rotationDeg: number;
  isLandscape: boolean;
  /** Null: no input is assigned. */
  sn: string | null;
  addr: number | null;
}

/** Points; a page of the layout is never higher, so that a sheet holds it with its title. */
const MOST_HEIGHT = 380;
/** Points that a label needs to be read. */
const READABLE = 3;
/** More modules than fit on a sheet one by one are drawn without labels. */
const PAGES_MOST = 12;

/** The pages of a plant that hold modules, in their order; at most a dozen. */
export async function drawnPages(tx: Tx, siteId: number): Promise<DrawnPage[]> {
  const { rows } = await sql<DrawnPage>`
    select g.name, g.module_width_m::float8 as "widthM", g.module_height_m::float8 as "heightM",
      json_agg(json_build_object('xM', m.x_m, 'yM', m.y_m, 'rotationDeg', m.rotation_deg,
        'isLandscape', m.is_landscape, 'sn', d.sn, 'addr', m.addr) order by m.id) as modules
    from module_pages g
    join modules m on m.site_id = g.site_id and m.page_id = g.id
    left join devices d on d.id = m.device_id
    where g.site_id = ${siteId}
    group by g.site_id, g.id order by g.position, g.id limit ${PAGES_MOST}`.execute(tx);
  return rows;
}

const fixed = (points: number) => points.toFixed(2);

/** One page, as wide as `width` points at most. */
export function roofSvg({ widthM, heightM, modules }: DrawnPage, width: number): string {
  const half = Math.hypot(widthM, heightM) / 2;
  const [left, top] = [
    Math.min(...modules.map(({ xM }) => xM)) - half,
    Math.min(...modules.map(({ yM }) => yM)) - half,
  ];
  const [right, bottom] = [
    Math.max(...modules.map(({ xM }) => xM)) + half,
    Math.max(...modules.map(({ yM }) => yM)) + half,
  ];
  // A single module does not fill a sheet: a meter is 60 points at most.
  const scale = Math.min(width / (right - left), MOST_HEIGHT / (bottom - top), 60);
  const [wide, high] = [(right - left) * scale, (bottom - top) * scale];
  const drawn = modules.map(({ xM, yM, rotationDeg, isLandscape, sn, addr }) => {
    const [w, h] = isLandscape ? [heightM * scale, widthM * scale] : [widthM * scale, heightM * scale];
    const [x, y] = [(xM - left) * scale, (yM - top) * scale];
    const words = sn === null || addr === null ? '' : plcSn(sn, addr);
    // Along the longer side, as large as fits.
    const long = Math.max(w, h);
    const size = words === '' ? 0 : Math.min(8, (long * 0.92) / (words.length * 0.6));
    const turn = w < h ? ' rotate(-90)' : '';
    return `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(rotationDeg)})"><rect x="${fixed(-w / 2)}" y="${fixed(-h / 2)}" width="${fixed(w)}" height="${fixed(h)}" fill="#ffffff" stroke="#52606d" stroke-width="0.6"/>${
      size < READABLE
        ? ''
        : `<g transform="translate(0 0)${turn}"><text x="0" y="${fixed(size * 0.35)}" font-family="Latin" font-size="${fixed(size)}" fill="#1c2733" text-anchor="middle">${escapeHtml(words)}</text></g>`
    }</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${fixed(wide)}" height="${fixed(high)}" viewBox="0 0 ${fixed(wide)} ${fixed(high)}">${drawn.join('')}</svg>`;
}

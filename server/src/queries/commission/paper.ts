// The commissioning of a plant on paper: what its owner signs and keeps.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { pdfRuns, setPdf } from '../../platform/pdf.ts';
import { jpegOf } from '../../platform/pictures.ts';
import { photosOf } from '../../repositories/commissionings.ts';
import { readFile } from '../../repositories/files.ts';
import type { FoundSite } from '../findSite.ts';
import { factsOnPaper, inColumns, lined, MUTED, PAPER_WIDTH, paperOf } from '../paper.ts';
import type { Fact } from '../report/content.ts';
import type { Logo } from '../report/logo.ts';
import type { Reader } from '../report/reader.ts';
import { modelOf } from '../words.ts';
import { type DrawnPage, drawnPages, roofSvg } from './roofSvg.ts';

type Commissioning = OutputOf<typeof site.commission>;
type Check = Commissioning['checks'][number];

/** Longest side of a photo, in pixels: sharp at the size in which it is printed. */
const PHOTO_PX = 900;
const PHOTO_COLUMNS = 2;
const PHOTO_HEIGHT = 190;

interface Sheet {
  found: FoundSite;
  answer: Commissioning;
  reader: Reader;
  brandName: string;
  logo: Logo;
  now: number;
}

interface DeviceRow extends Columns<'devices', 'sn' | 'alias' | 'kind' | 'productNumber' | 'modelByte'> {
  /** Its inputs, as far as they were entered. */
  places: { addr: number; array: string | null; page: string | null }[];
}

/** The PDF of the checklist, as submitted or, before submission, in its current state; the document states which. */
export async function commissionPaper(tx: Tx, sheet: Sheet): Promise<Uint8Array> {
  const { found, answer, reader, brandName, logo, now } = sheet;
  const { translate, tag } = reader;
  const runs = (text: string) => pdfRuns(text, tag);
  const title = (key: string) => ({
    text: runs(translate(key)),
    fontSize: 13,
    bold: true,
    margin: [0, 16, 0, 4],
  });
  const devices = await devicesOf(tx, found.id);
  const pages = await drawnPages(tx, found.id);
  const { submitted } = answer;
  const definition = paperOf({
    title: `${translate('commission.paper.title')} · ${found.name}`,
    head: found.name,
    brandName,
    logo,
    tag,
    span: `${translate('commission.paper.title')} · ${found.sid}`,
    content: [
      factsOnPaper(factsOf(sheet, devices), tag),
      ...(answer.commissionedAt === null
        ? [{ text: runs(translate('commission.paper.draft')), bold: true, margin: [0, 8, 0, 0] }]
        : []),
      title('site.commission.checks'),
      {
        text: runs(translate(submitted ? 'site.commission.checksThen' : 'site.commission.checksNow')),
        color: MUTED,
        margin: [0, 0, 0, 4],
      },
      checksTable(submitted?.checks ?? answer.checks, sheet),
      ...notesOf(sheet),
      ...(devices.length === 0 ? [] : [title('commission.paper.devices'), devicesTable(devices, sheet)]),
      ...(pages.length === 0
        ? []
        : [title('commission.paper.roof'), ...pages.map((page) => pagePart(page, tag))]),
      ...(await photosPart(tx, found.id, title('site.commission.photos'))),
      signatures(sheet),
    ],
  });
  return await setPdf(definition, runs(`${brandName} · ${reader.instant(now, found.timezone)}`));
}

/** A layout page with its name, kept on one page. */
const pagePart = (page: DrawnPage, tag: string) => ({
  stack: [
    { text: pdfRuns(page.name, tag), color: MUTED, margin: [0, 0, 0, 4] },
    { svg: roofSvg(page, PAPER_WIDTH) },
  ],
  unbreakable: true,
  margin: [0, 0, 0, 10],
});

function factsOf(
  { found, answer, reader }: Pick<Sheet, 'found' | 'answer' | 'reader'>,
  devices: readonly DeviceRow[],
): Fact[] {
  const { translate } = reader;
  const inputs = devices.flatMap(({ places }) => places).length;
  const fact = (key: string, value: string, sub = '') => ({ label: translate(key), value, sub });
  return [
    fact(
      'commission.paper.when',
      answer.commissionedAt === null ? '–' : reader.instant(answer.commissionedAt, found.timezone),
    ),
    fact('commission.paper.by', answer.submitted?.by || '–'),
    fact('commission.paper.rating', found.modulesW > 0 ? reader.power(found.modulesW) : '–'),
    fact('commission.paper.modules', reader.number(inputs, 0)),
    fact('commission.paper.devicesCount', reader.number(devices.length, 0)),
    fact('commission.paper.zone', found.timezone),
    ...(answer.address === '' ? [] : [fact('site.commission.address', answer.address)]),
    ...(answer.installerCompany === '' ? [] : [fact('site.commission.installer', answer.installerCompany)]),
  ];
}

function checksTable(checks: readonly Check[], { reader }: Sheet) {
  const runs = (text: string) => pdfRuns(text, reader.tag);
  return {
    table: {
      widths: [85, 135, '*'],
      dontBreakRows: true,
      body: checks.map(({ result, title, text }) => [
        { text: runs(reader.translate(`site.commission.${result}`)), bold: result === 'not', ...lined },
        { text: runs(title), ...lined },
        { text: runs(text), color: MUTED, ...lined },
      ]),
    },
  };
}

/** The reason for open checks, and the note for the owner. */
function notesOf({ answer: { submitted }, reader }: Sheet) {
  const notes = [
    ['site.commission.reason', submitted?.reason],
    ['site.commission.note', submitted?.note],
  ] as const;
  return notes.flatMap(([key, text]) =>
    text
      ? [
          { text: pdfRuns(reader.translate(key), reader.tag), bold: true, margin: [0, 10, 0, 2] },
          { text: pdfRuns(text, reader.tag) },
        ]
      : [],
  );
}

/** Every current device with measurements, with its inputs and the positions of their modules. */
async function devicesOf(tx: Tx, siteId: number): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.sn, d.alias, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      coalesce(json_agg(json_build_object('addr', m.addr, 'array', coalesce(nullif(p.name, ''), p.id::text), 'page', g.name)
        order by m.addr) filter (where m.addr is not null), '[]') as places
    from devices d
    left join modules m on m.site_id = d.site_id and m.device_id = d.id
    left join arrays p on p.site_id = m.site_id and p.id = m.array_id
    left join module_pages g on g.site_id = m.site_id and g.id = m.page_id
    where d.site_id = ${siteId} and d.retired_at is null
    group by d.id order by d.id`.execute(tx);
  return rows;
}

/** "1, 2: South, page 1": inputs with the same location are listed together. */
function placesText(places: DeviceRow['places']): string {
  const together = new Map<string, number[]>();
  for (const { addr, array, page } of places) {
    const where = [array, page].filter((one) => one !== null && one !== '').join(', ');
    together.set(where, [...(together.get(where) ?? []), addr]);
  }
  return [...together]
    .map(([where, addrs]) => `${addrs.join(', ')}: ${where === '' ? '–' : where}`)
    .join('; ');
}

function devicesTable(devices: readonly DeviceRow[], { reader }: Sheet) {
  const runs = (text: string) => pdfRuns(text, reader.tag);
  const head = ['commission.paper.serial', 'commission.paper.model', 'commission.paper.places'].map(
    (key) => ({ text: runs(reader.translate(key)), fontSize: 9, color: MUTED, ...lined }),
  );
  return {
    table: {
      headerRows: 1,
      widths: [110, 130, '*'],
      dontBreakRows: true,
      body: [
        head,
        ...devices.map((device) => [
          { text: device.sn, ...lined },
          {
            text: runs(device.alias || modelOf(device, reader.languageCode).modelName),
            ...lined,
          },
          { text: runs(placesText(device.places)), color: MUTED, ...lined },
        ]),
      ],
    },
  };
}

async function photosPart(tx: Tx, siteId: number, title: unknown): Promise<unknown[]> {
  const cells: unknown[] = [];
  for (const { hash } of await photosOf(tx, siteId)) {
    const file = await readFile(tx, hash);
    if (file === undefined) continue;
    const picture = await jpegOf(file.data, PHOTO_PX);
    cells.push({
      image: `data:image/jpeg;base64,${picture.toString('base64')}`,
      fit: [PAPER_WIDTH / PHOTO_COLUMNS - 12, PHOTO_HEIGHT],
    });
  }
  if (cells.length === 0) return [];
  // Keeps the title on one page with the first row.
  const [first, others] = [cells.slice(0, PHOTO_COLUMNS), cells.slice(PHOTO_COLUMNS)];
  return [
    { unbreakable: true, stack: [title, inColumns(first, PHOTO_COLUMNS)] },
    ...(others.length === 0 ? [] : [inColumns(others, PHOTO_COLUMNS)]),
  ];
}

/** Signature lines, kept on one page with their labels. */
function signatures({ reader: { translate, tag } }: Sheet) {
  const line = (key: string) => ({
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 235, y2: 0, lineWidth: 0.7, lineColor: MUTED }],
        margin: [0, 44, 0, 2],
      },
      { text: pdfRuns(translate(key), tag), fontSize: 9, color: MUTED },
    ],
  });
  return {
    unbreakable: true,
    margin: [0, 8, 0, 0],
    columnGap: 24,
    columns: [line('commission.paper.signInstaller'), line('commission.paper.signOwner')],
  };
}

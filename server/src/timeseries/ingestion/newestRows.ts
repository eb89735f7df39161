// Current row of each device: locked, read, and updated by newer readings.
import { type MeasureColumn, measureColumns, namesOf } from '../catalogue.ts';
import { msOf, numberLists, numbers, plainTexts } from '../columns.ts';
import type { Running } from '../counters/running.ts';
import type { Queryable } from '../queryable.ts';
import { type Cells, columnsWith, type IncomingReading, type Lists, type Scalars } from '../reading.ts';
import { castOf, columnCells, parametersOf, statementsBy } from './insert.ts';

/** The newest reading of a device while a batch is worked off. */
export interface DeviceState {
  running: Running;
  /** The reading with the current values; absent without a newer one. */
  newest?: IncomingReading;
}

const counters = measureColumns.filter(({ isCounter }) => isCounter);
const readings = measureColumns.filter(({ isCounter }) => !isCounter);

/** A device that has not reported yet. */
export const never: Running = {
  atMs: 0,
  contentHash: null,
  scalars: {},
  inputs: {},
  phases: {},
  day: null,
  dayWh: 0,
  dayOutWh: 0,
  beforeWh: 0,
  chDayWh: null,
  chBeforeWh: null,
};

/** Lists have PostgreSQL's text form, `{1,NULL}`; the driver's parser reads each character and is slower. */
function listOf(text: string | null): (number | null)[] | null {
  if (text === null) return null;
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((entry) => (entry === 'NULL' ? null : Number(entry)));
}

const storedCounters = counters.map(({ name, place }) => (place === 'device' ? name : `${name}::text`));

type Row = Omit<Running, keyof Cells | 'chDayWh' | 'chBeforeWh'> & {
  deviceId: number;
  chDayWh: string | null;
  chBeforeWh: string | null;
} & Record<string, unknown>;

/** Newest rows of devices of these plants, locked in the order of plants and devices. */
export async function lockRows(
  sql: Queryable,
  siteIds: readonly number[],
  ids: readonly number[],
): Promise<Map<number, DeviceState>> {
  const { rows } = await sql.query<Row>({
    name: 'latest-lock',
    text: `select device_id as "deviceId", ${msOf('at')} as "atMs", content_hash as "contentHash", day,
             day_wh as "dayWh", day_out_wh as "dayOutWh", before_wh as "beforeWh", ch_day_wh::text as "chDayWh",
             ch_before_wh::text as "chBeforeWh", ${storedCounters.join(', ')}
           from latest where site_id = any($1::bigint[]) and device_id = any($2::bigint[])
           order by site_id, device_id for update`,
    values: [numbers(siteIds), numbers(ids)],
  });
  return new Map(rows.map((row) => [row.deviceId, { running: runningOf(row) }]));
}

/** What the next reading needs of a row; of measures the counters, as far as they are known. */
function runningOf(row: Row): Running {
  const [scalars, inputs, phases]: [Scalars, Lists, Lists] = [{}, {}, {}];
  for (const { key, place, name } of counters) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    if (place === 'device') scalars[key] = value as number;
    else (place === 'input' ? inputs : phases)[key] = listOf(value as string);
  }
  const { atMs, contentHash, day, dayWh, dayOutWh, beforeWh } = row;
  const [chDayWh, chBeforeWh] = [
    listOf(row.chDayWh) as number[] | null,
    listOf(row.chBeforeWh) as number[] | null,
  ];
  return { scalars, inputs, phases, atMs, contentHash, day, dayWh, dayOutWh, beforeWh, chDayWh, chBeforeWh };
}

const updateStatement = statementsBy('latest-update', (columns) => {
  const known = new Set(columns.map(({ name }) => name));
  const gone = measureColumns.filter(({ name }) => !known.has(name)).map(({ name }) => `, ${name} = null`);
  const after = (list: string) => (columns.length > 0 ? `, ${list}` : '');
  const [names, cells, parameters] = [namesOf(columns), castOf(columns, 'n'), parametersOf(columns, 14)].map(
    after,
  );
  // Includes the plant, although the device ID is unique: a distributed database locates the row by it.
  return `update latest l set (at, kind, status_bits, state, content_hash, day, day_wh, day_out_wh, before_wh, ch_day_wh,
             ch_before_wh${names})
             = row(to_timestamp(n.at / 1000), n.kind, n.status_bits, n.state, n.content_hash, n.day, n.day_wh, n.day_out_wh,
               n.before_wh, n.ch_day_wh::float8[], n.ch_before_wh::float8[]${cells})
             ${gone.join('')}
           from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::int[], $5::smallint[], $6::bigint[], $7::date[],
             $8::float8[], $9::float8[], $10::float8[], $11::text[], $12::text[], $13::bigint[]${parameters})
             as n(device_id, at, kind, status_bits, state, content_hash, day, day_wh, day_out_wh, before_wh, ch_day_wh,
               ch_before_wh, site_id${names})
           where l.site_id = n.site_id and l.device_id = n.device_id`;
});

/** Writes what became of these rows, which the caller has locked. */
export async function updateLatest(sql: Queryable, states: readonly DeviceState[]): Promise<void> {
  const rows = states.flatMap(({ running, newest }) => (newest ? [{ running, newest }] : []));
  if (rows.length === 0) return;
  const column = <T>(pick: (row: { running: Running; newest: IncomingReading }) => T): T[] => rows.map(pick);
  // Counters keep their last known value; all other columns are those of the latest reading.
  const [remembered, latest] = [column((r) => r.running), column((r) => r.newest)];
  const cellsOf = ({ isCounter }: MeasureColumn) => (isCounter ? remembered : latest);
  const columns = [...columnsWith(remembered, counters), ...columnsWith(latest, readings)];
  await sql.query({
    ...updateStatement(columns),
    values: [
      numbers(column((r) => r.newest.deviceId)),
      numbers(column((r) => r.newest.atMs)),
      numbers(column((r) => r.newest.kind)),
      numbers(column((r) => r.newest.statusBits)),
      numbers(column((r) => r.newest.state)),
      numbers(column((r) => r.newest.contentHash)),
      plainTexts(column((r) => r.running.day ?? 'NULL')),
      numbers(column((r) => r.running.dayWh)),
      numbers(column((r) => r.running.dayOutWh)),
      numbers(column((r) => r.running.beforeWh)),
      numberLists(column((r) => r.running.chDayWh)),
      numberLists(column((r) => r.running.chBeforeWh)),
      numbers(column((r) => r.newest.siteId)),
      ...columns.map((one) => columnCells(one, cellsOf(one))),
    ],
  });
}

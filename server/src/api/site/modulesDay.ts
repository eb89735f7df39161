import type { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { productOf } from '@helioport/domain/products';
import { rounded } from '@helioport/domain/units';
import { plcSn } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { csvFile, type TableCell } from '../../queries/device/tableFiles.ts';
import { findSitePlace, type SitePlace } from '../../queries/findSite.ts';
import { dayOrToday } from '../../queries/found.ts';
import { arraysOf } from '../../repositories/arrays.ts';
import { isProducer, kindNameIn } from '../../timeseries/kinds.ts';
import { type EnergyOfDay, energyByDay } from '../../timeseries/query/energies.ts';
import { type DeviceOnDay, modulesOfDay } from '../../timeseries/query/modulesOfDay.ts';

type ModulesDayCall = Call<typeof site.modulesDay>;

interface Row {
  /** module; device: all inputs of one together; rest: what the rows above lack of the plant's energy. */
  scope: 'module' | 'device' | 'rest';
  module: string;
  sn: string;
  deviceName: string;
  input: number | null;
  array: string;
  energyWh: number | null;
  expectedWh: number | null;
  completeness: number | null;
  mark: '' | 'noData' | 'partial' | 'running' | 'corrected';
}

interface Device {
  id: number;
  sn: string;
  alias: string;
  productNumber: number | null;
  modelByte: number | null;
  kind: string;
  isRetired: boolean;
  addrs: number[];
  arrayIds: (number | null)[];
  expectedWh: (number | null)[] | null;
  completeness: (number | null)[] | null;
}

/** Wh below which sums differ only by rounding. */
const ROUNDING_WH = 1;
/** Wh and share by which counters of a device and of its inputs differ by their steps; such rests are summed up. */
const STEPS = { wh: 10, share: 0.01 };
/** Share of the expected readings from which a day counts as complete. */
const COMPLETE = 0.98;

export default handler<typeof site.modulesDay>(async (call) => {
  const { input, tx, now } = call;
  const place = await findSitePlace(call, input.sid);
  const day = dayOrToday(input.date, place, now);
  const [whole] = await energyByDay(tx, { siteId: place.id, timeZone: place.timezone }, day, day, now);
  const modules = await rowsOf(call, place, day, whole);
  const plant = {
    plant: input.sid,
    plantName: await nameOf(call, place.id),
    day,
    timezone: place.timezone,
    plantWh: whole?.energyWh ?? null,
    plantCompleteness: share(whole?.completeness ?? null),
  };
  const { mime, bytes } =
    input.format === 'csv'
      ? csvOf(plant, modules)
      : {
          mime: 'application/json',
          bytes: Buffer.from(`${JSON.stringify({ ...plant, modules }, null, 1)}\n`),
        };
  return {
    fileName: `modules-${input.sid}-${day}.${input.format}`,
    type: mime,
    base64: bytes.toString('base64'),
  };
});

async function rowsOf(
  call: ModulesDayCall,
  { id: siteId, timezone }: SitePlace,
  day: string,
  whole: EnergyOfDay | undefined,
): Promise<Row[]> {
  const { tx, now } = call;
  const arrays = await arraysOf(tx, siteId);
  const arrayName = (id: number | null) => {
    const found = arrays.length === 1 ? arrays[0] : arrays.find((array) => array.id === id);
    return found === undefined ? '' : found.name || String(found.id);
  };
  const made = new Map((await modulesOfDay(tx, siteId, day)).map((one) => [one.deviceId, one]));
  const isRunning = day === localDay(now, timezone);
  const mark = (energyWh: number | null, completeness: number | null): Row['mark'] => {
    if (energyWh === null) return 'noData';
    if (isRunning) return 'running';
    if ((completeness ?? whole?.completeness ?? 1) < COMPLETE) return 'partial';
    return whole?.isRepaired ? 'corrected' : '';
  };
  const rows = (await devicesOf(call, siteId, day))
    .filter(({ id, isRetired }) => !isRetired || made.has(id))
    .flatMap((device) => rowsOfDevice(device, made.get(device.id), arrayName))
    .map((row) => ({ ...row, mark: mark(row.energyWh, row.completeness) }));
  const plantWh = whole?.energyWh ?? null;
  const missing =
    plantWh === null ? 0 : plantWh - rows.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0);
  return Math.abs(missing) < ROUNDING_WH ? rows : [...rows, { ...rest(missing), mark: '' }];
}

/** Inputs of a device, and what they lack of its energy; one row where readings do not name its inputs. */
function rowsOfDevice(
  device: Device,
  made: DeviceOnDay | undefined,
  arrayName: (id: number | null) => string,
): Omit<Row, 'mark'>[] {
  const { sn, alias, addrs, arrayIds } = device;
  const own = { sn, deviceName: alias };
  if (made !== undefined && made.inputs.length === 0) {
    const isInOne = arrayIds.every((id) => id === arrayIds[0]);
    const known = (list: Device['expectedWh']) => (list ?? []).filter((one) => one !== null);
    const expected = known(device.expectedWh);
    const received = known(device.completeness);
    return [
      {
        ...own,
        scope: 'device',
        module: sn,
        input: null,
        array: isInOne ? arrayName(arrayIds[0] ?? null) : '',
        energyWh: wh(made.energyWh),
        expectedWh: expected.length === 0 ? null : wh(expected.reduce((sum, one) => sum + one, 0)),
        completeness: received.length === 0 ? null : share(Math.min(...received)),
      },
    ];
  }
  const energies = made?.inputs ?? [];
  const count = Math.max(productOf(device)?.inputs ?? 0, energies.length, ...addrs, 1);
  const rows = Array.from(
    { length: count },
    (_, i): Omit<Row, 'mark'> => ({
      ...own,
      scope: 'module',
      module: plcSn(sn, i + 1),
      input: i + 1,
      array: arrayName(arrayIds[addrs.indexOf(i + 1)] ?? null),
      energyWh: wh(energies[i] ?? null),
      expectedWh: wh(device.expectedWh?.[i] ?? null),
      completeness: share(device.completeness?.[i] ?? null),
    }),
  );
  const missing =
    made === undefined ? 0 : made.energyWh - rows.reduce((sum, one) => sum + (one.energyWh ?? 0), 0);
  const isStep = Math.abs(missing) < Math.max(STEPS.wh, STEPS.share * (made?.energyWh ?? 0));
  return isStep ? rows : [...rows, { ...rest(missing), ...own }];
}

const rest = (missingWh: number): Omit<Row, 'mark'> => ({
  scope: 'rest',
  module: '',
  sn: '',
  deviceName: '',
  input: null,
  array: '',
  energyWh: wh(missingWh),
  expectedWh: null,
  completeness: null,
});

const wh = (value: number | null) => (value === null ? null : rounded(value, 1));
const share = (value: number | null) => (value === null ? null : rounded(value, 3));

/** Producers of the plant, replaced ones included, with their wiring and what was expected of them on that day. */
async function devicesOf({ tx, visible }: ModulesDayCall, siteId: number, day: string): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select d.id, d.sn, d.alias, d.product_number as "productNumber", d.model_byte as "modelByte", d.kind,
      d.retired_at is not null as "isRetired", m.addrs, m."arrayIds", e.expected_wh::float8[] as "expectedWh",
      e.completeness::float8[] as completeness
    from ${visible.devices} d
    cross join lateral (
      select coalesce(array_agg(addr::int order by addr), '{}') as addrs,
        coalesce(array_agg(array_id order by addr), '{}') as "arrayIds"
      from modules where site_id = ${siteId} and device_id = d.id
    ) m
    left join site_expected x on x.site_id = ${siteId} and x.day = ${day} and x.is_whole
    left join device_expected e on e.site_id = x.site_id and e.day = x.day and e.device_id = d.id
    where d.site_id = ${siteId} and ${kindNameIn('d.kind', isProducer)}
    order by coalesce(d.parent_id, d.id), d.id`.execute(tx);
  return rows;
}

async function nameOf({ tx }: ModulesDayCall, siteId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from sites where id = ${siteId}`.execute(tx);
  return rows[0]?.name ?? '';
}

/** One row per module; what is known of the plant is repeated in each, so that files of several days can be joined. */
function csvOf(plant: Readonly<Record<string, TableCell>>, modules: readonly Row[]) {
  const names = [
    'scope',
    'module',
    'sn',
    'deviceName',
    'input',
    'array',
    'energyWh',
    'expectedWh',
    'completeness',
    'mark',
  ] as const;
  const { plant: sid, plantName, day, ...ofPlant } = plant;
  const file = csvFile(['plant', 'plantName', 'day', ...names, ...Object.keys(ofPlant)]);
  const rows = file.add(
    modules.map((row) => [
      sid ?? '',
      plantName ?? '',
      day ?? '',
      ...names.map((name) => row[name]),
      ...Object.values(ofPlant),
    ]),
  );
  return { mime: file.mime, bytes: Buffer.concat([rows, file.end()]) };
}

// The current values of a plant in the text format of Prometheus. A value that is unknown or outdated is absent, never 0.
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { unitNames } from '@helioport/domain/measureList';
import { allMeasures, type Measure } from '@helioport/domain/measures';
import { isLive, reportingStateAt } from '@helioport/domain/state';
import { sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { type DeviceNow, deviceNow, siteNow } from '../timeseries/query/series.ts';
import { deviceNowSql, type FoundDeviceNow } from './stateNow.ts';

type Plant = Columns<'sites', 'id' | 'sid' | 'name' | 'timezone'>;

interface Device extends FoundDeviceNow {
  id: number;
  sn: string;
  alias: string;
}

interface Alarm {
  kind: string;
  count: number;
}

/** Counters of inverters: their lifetime energy is exported without the resets and jumps of these. */
const rawCounters: ReadonlySet<string> = new Set(['energy', 'energyTotal']);

/** Components have separate metrics, so that sums over devices count nothing twice. */
function nameOf({ key, unit, overTime }: Measure, part = ''): string {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const about = [
    name.startsWith(part) ? '' : part,
    name,
    unitNames[unit],
    overTime === 'counter' ? 'total' : '',
  ];
  return ['pv', ...about.filter((word) => word !== '')].join('_');
}

type Labels = Readonly<Record<string, string>>;

const escaped = (text: string) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

/** Collects the samples of each metric, which belong together in the text. */
class Exposition {
  readonly #families = new Map<string, { help: string; type: 'gauge' | 'counter'; lines: string[] }>();

  add(
    name: string,
    about: { help: string; type?: 'counter' },
    labels: Labels,
    value: number | null | undefined,
  ): void {
    if (value === null || value === undefined || !Number.isFinite(value)) return;
    const family = this.#families.get(name) ?? {
      help: about.help,
      type: about.type ?? ('gauge' as const),
      lines: [],
    };
    this.#families.set(name, family);
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    family.lines.push(`${name}{${pairs.join(',')}} ${value}`);
  }

  toString(): string {
    return [...this.#families]
      .flatMap(([name, { help, type, lines }]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...lines,
      ])
      .concat('')
      .join('\n');
  }
}

/** The metrics of a visible plant; undefined if the caller sees no plant of this id. */
export async function plantMetrics(
  { tx, visible, now }: { tx: Tx; visible: Visible; now: number },
  sid: string,
): Promise<string | undefined> {
  const { rows: plants } = await sql<Plant>`
    select s.id, s.sid, s.name, s.timezone from ${visible.sites} s where s.sid = ${sid}`.execute(tx);
  const [plant] = plants;
  if (!plant) return undefined;
  const { rows: devices } = await sql<Device>`
    select d.id, d.sn, d.alias, ${deviceNowSql(now)}
    from devices d join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    left join device_issue dt on dt.site_id = d.site_id and dt.device_id = d.id
    left join device_condition dc on dc.site_id = d.site_id and dc.device_id = d.id
    where d.site_id = ${plant.id} and d.retired_at is null order by d.sn`.execute(tx);
  const { rows: alarms } = await sql<Alarm>`
    select kind, count(*)::int as count from alarm
    where site_id = ${plant.id} and ended_at is null group by kind order by kind`.execute(tx);
  const where = { siteId: plant.id, timeZone: plant.timezone };
  const values = new Map((await deviceNow(tx, where, now)).map((one) => [one.deviceId, one]));
  const text = new Exposition();
  addPlant(text, plant, (await siteNow(tx, [where], now)).get(plant.id), devices);
  for (const device of devices) addDevice(text, sid, device, values.get(device.id));
  for (const { kind, count } of alarms)
    text.add('pv_alarms_open', { help: 'Open alarms by code.' }, { plant: sid, code: kind }, count);
  return text.toString();
}

const energyAbout = {
  help: 'Energy produced since the start, without resets of the device.',
  type: 'counter',
} as const;
const powerAbout = { help: 'Power produced.' };
const timeAbout = { help: 'Time of the latest reading.' };

function addPlant(
  text: Exposition,
  { sid, name }: Plant,
  found: { atMs: number; powerW: number; totalWh: number } | undefined,
  devices: readonly Device[],
): void {
  const labels = { plant: sid };
  text.add('pv_plant_info', { help: 'Name of the plant; always 1.' }, { ...labels, name }, 1);
  if (!found) return;
  const isProducing = devices.some(
    (device) =>
      deviceKindNamed(device.kind)?.isProducer === true &&
      isLive(reportingStateAt(device.reportingRank).state),
  );
  text.add('pv_plant_power_watts', powerAbout, labels, isProducing ? found.powerW : null);
  text.add('pv_plant_energy_watt_hours_total', energyAbout, labels, found.totalWh);
  text.add('pv_plant_last_reading_timestamp_seconds', timeAbout, labels, found.atMs / 1000);
}

function addDevice(text: Exposition, sid: string, device: Device, found: DeviceNow | undefined): void {
  const { sn, alias, kind, reportingRank, lastAt } = device;
  const isUp = isLive(reportingStateAt(reportingRank).state);
  const labels = { plant: sid, device: sn };
  text.add(
    'pv_device_info',
    { help: 'Name and kind of the device; always 1.' },
    { ...labels, name: alias, kind },
    1,
  );
  text.add('pv_device_up', { help: '1 while the device reports, else 0.' }, labels, isUp ? 1 : 0);
  if (!found || lastAt === null) return;
  text.add('pv_device_last_reading_timestamp_seconds', timeAbout, labels, lastAt / 1000);
  if (deviceKindNamed(kind)?.isProducer)
    text.add('pv_energy_watt_hours_total', energyAbout, labels, found.totalWh);
  for (const measure of allMeasures) {
    const { key, overTime } = measure;
    const isCounter = overTime === 'counter';
    if (rawCounters.has(key) || (!isCounter && !isUp)) continue;
    const name = nameOf(measure);
    const about = { help: `Measurement ${key}.`, ...(isCounter ? { type: 'counter' as const } : {}) };
    text.add(name, about, labels, found.values.scalars[key]);
    for (const [label, lists] of [
      ['input', found.values.inputs],
      ['phase', found.values.phases],
    ] as const) {
      for (const [i, value] of (lists[key] ?? []).entries())
        text.add(nameOf(measure, label), about, { ...labels, [label]: String(i + 1) }, value);
    }
  }
}

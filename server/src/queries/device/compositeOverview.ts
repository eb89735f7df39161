// Current values of a composite device: those of the device, and the energy flow, phases and inputs of its components.
import type { bdnz } from '@helioport/contract/bdnz';
import type { OutputOf } from '@helioport/contract/endpoint';
import { partOf } from '@helioport/domain/deviceIdentity';
import { flowsOf } from '@helioport/domain/flows';
import { type MeasureKey, measures } from '@helioport/domain/measures';
import { rounded } from '@helioport/domain/units';
import { sql } from 'kysely';
import type { Values } from '../../timeseries/catalogue.ts';
import { deviceNow } from '../../timeseries/query/series.ts';
import type { LocalizedContext } from '../command/commandRows.ts';
import { wordsOf } from '../command/settings.ts';
import { type RequestedDevice, scopeOf } from '../findDevice.ts';
import { deviceNowOf, stateNowOf } from '../stateNow.ts';
import { deviceOverview } from './overview.ts';

type Overview = OutputOf<typeof bdnz.threeOverview>;
type OfPhase = Overview['phases'][number];

const phaseKeys = { voltage: 'phaseVoltage', current: 'phaseCurrent', power: 'phasePower' } as const;
const inputKeys = { voltage: 'dcVoltage', current: 'dcCurrent', power: 'power' } as const;

const shown = (key: MeasureKey, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : rounded(value, measures[key].decimals);

/** Voltage, current and power of each phase or input with at least one of these values. */
function placesOf(
  lists: Values['phases'],
  keys: typeof phaseKeys | typeof inputKeys,
  part: string,
): OfPhase[] {
  const count = Math.max(0, ...Object.values(keys).map((key) => lists[key]?.length ?? 0));
  return Array.from({ length: count }, (_, i) => ({
    addr: i + 1,
    part,
    voltage: shown(keys.voltage, lists[keys.voltage]?.[i]),
    current: shown(keys.current, lists[keys.current]?.[i]),
    power: shown(keys.power, lists[keys.power]?.[i]),
  })).filter(({ voltage, current, power }) => voltage !== null || current !== null || power !== null);
}

/** Overview of a composite device, or of selected components. */
export async function compositeOverviewOf(
  call: LocalizedContext,
  requested: RequestedDevice,
): Promise<Overview> {
  const { tx, now, lan } = call;
  const { found, parts } = requested;
  const { rows } = await sql<{ siteName: string; alias: string; firmware: string }>`
    select s.name as "siteName", d.alias, d.wifi_version as firmware from devices d join sites s on s.id = d.site_id
    where d.id = ${found.id}`.execute(tx);
  const { siteName, alias, firmware } = rows[0]!;
  const all: { part: string; values: Values }[] = [];
  for (const one of parts)
    for (const { values } of await deviceNow(tx, scopeOf(one), now))
      all.push({ part: one.id === found.id ? '' : partOf(one.sn).part, values });
  const words = await wordsOf(call, found);
  const overview = await deviceOverview(call, requested);
  const first = (key: MeasureKey) =>
    shown(
      key,
      all.map(({ values }) => values.scalars[key]).find((value) => value !== undefined),
    );
  const { pvW, gridW, battery, outdated = {} } = flowsOf(parts, now);
  const liveW = (powerW: number | undefined, reading: { isLive: boolean } | undefined) =>
    powerW === undefined || reading?.isLive === false ? null : rounded(powerW, 1);
  const own = deviceNowOf(found, lan);
  return {
    ...overview,
    sid: found.sid,
    sn: found.sn,
    siteName,
    alias,
    timezone: found.timezone,
    kind: own.kind,
    ...stateNowOf(own),
    flow: {
      pv: liveW(pvW ?? undefined, outdated.pv),
      grid: liveW(gridW, outdated.grid),
      battery: liveW(battery?.powerW, outdated.battery),
      home: first('homePower') ?? (overview.energy.home.showPower ? overview.energy.home.power : null),
      soc: battery ? rounded(battery.soc * 100, 1) : null,
    },
    phases: all.flatMap(({ part, values }) => placesOf(values.phases, phaseKeys, part)),
    inputs: all.flatMap(({ part, values }) => placesOf(values.inputs, inputKeys, part)),
    frequency: first('frequency'),
    temperature: first('temperature'),
    online: words.online?.value ?? null,
    firmware: words.firmware?.value ?? firmware,
  };
}

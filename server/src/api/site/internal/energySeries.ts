// Energy series of a plant's charts: one per inverter or one per array.
import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { daysOfMonth } from '@helioport/domain/periods';
import { kwh } from '@helioport/domain/units';
import { sql } from 'kysely';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { runPrepared } from '../../../platform/prepared.ts';
import { arraysOf } from '../../../repositories/arrays.ts';
import { isProducer, kindNameIn } from '../../../timeseries/kinds.ts';
import { energyOfArrays } from '../../../timeseries/query/arrayEnergies.ts';
import { energyOfProducers } from '../../../timeseries/query/deviceEnergies.ts';

type Chart = OutputOf<typeof site.statisticsEcharts>;
type Input = ParsedOf<typeof site.statisticsEcharts>;

/** Name by which clients find the power series of a plant and the legend of all charts. */
export const PRODUCTION = 'Power Generation';

/** `YYYY-MM-DD`, the last of a month. */
export const lastDayOf = (month: string): string => daysOfMonth(month).at(-1) ?? `${month}-28`;

/** Wh as kWh; null if unknown. */
export const energyOrGap = (wh: number | null | undefined): number | null => (wh == null ? null : kwh(wh));

interface Producer extends Columns<'devices', 'id' | 'sn'> {
  isRetired: boolean;
}

/** Inverters of a plant, replaced ones as well. */
export async function producersOf(tx: Tx, siteId: number): Promise<Producer[]> {
  const statement = sql<Producer>`
    select id, sn, retired_at is not null as "isRetired" from devices
    where site_id = ${siteId} and ${kindNameIn('kind', isProducer)} order by id`;
  return await runPrepared(tx, 'site-producers', statement);
}

/** One series per inverter: those currently installed, and replaced ones that produced in these periods. */
export const seriesOf = (
  producers: readonly { sn: string; isRetired: boolean; hasMade: boolean; inKwh: () => (number | null)[] }[],
): Chart['series'] =>
  producers
    .filter(({ isRetired, hasMade }) => !isRetired || hasMade)
    .map(({ sn, inKwh }) => ({
      stack: PRODUCTION,
      name: sn,
      data: inKwh(),
      unit: 'kWh',
      key: 'production',
      sn,
    }));

/** The same by days or months, or one per array. */
export async function seriesBySpans(
  tx: Tx,
  siteId: number,
  { byPlane }: Input,
  by: 'day' | 'month',
  spans: readonly string[],
): Promise<Chart['series']> {
  const [from, to] = by === 'day' ? [spans[0]!, spans.at(-1)!] : [`${spans[0]}-01`, lastDayOf(spans.at(-1)!)];
  if (byPlane)
    return seriesOfArrays(await energyOfArrays(tx, siteId, by, from, to), await arraysOf(tx, siteId), spans);
  const producers = await energyOfProducers(tx, siteId, by, spans);
  return seriesOf(
    producers.map(({ wh, ...producer }) => ({
      ...producer,
      hasMade: wh !== null,
      inKwh: () => (wh ?? spans.map(() => null)).map(energyOrGap),
    })),
  );
}

/** One series per array, and one for energy without an array, if any. */
const seriesOfArrays = (
  energies: Awaited<ReturnType<typeof energyOfArrays>>,
  arrays: readonly { id: number; name: string }[],
  spans: readonly string[],
): Chart['series'] =>
  [...arrays, ...(energies.has(null) ? [{ id: null, name: '' }] : [])].map(({ id, name }) => ({
    stack: PRODUCTION,
    name,
    data: spans.map((span) => energyOrGap(energies.get(id)?.get(span))),
    unit: 'kWh',
    key: 'production',
    planeId: id,
  }));

// Builders of telemetry for tests: reports through the store's own door, and rolled-up days where a test needs years.
import { toStore } from '@helioport/domain/measures';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Database, Tx } from '../src/platform/db.ts';
import { createPartitions } from '../src/telemetry/partitions.ts';
import { putBatch } from '../src/telemetry/put.ts';
import { type IncomingReport, KIND } from '../src/telemetry/report.ts';

/** A report in SI units; what is left out was not measured. */
export interface MadeReport {
  /** Instant as ISO text or ms. */
  at: string | number;
  kind?: keyof typeof KIND;
  powerW?: number;
  /** Counter of the day; meter: imported, battery: charged. */
  energyWh?: number;
  /** Meter: exported, battery: discharged. */
  energyOutWh?: number;
  statusBits?: number;
  state?: number;
  dcVoltageV?: number;
  acVoltageV?: number;
  frequencyHz?: number;
  temperatureC?: number;
  soc?: number;
  channels?: readonly { powerW?: number; voltageV?: number; energyWh?: number }[];
}

/** Stores reports of one device. `siteId` 0 and UTC for one that no plant has claimed. */
export async function makeReports(
  { pool }: Pick<Database, 'pool'>,
  device: { id: number; siteId: number; timeZone?: string },
  reports: readonly MadeReport[],
): Promise<void> {
  const incoming = reports.map((report): IncomingReport => {
    const lists = (pick: (one: NonNullable<MadeReport['channels']>[number]) => number | null) =>
      report.channels?.map(pick) ?? null;
    return {
      deviceId: device.id,
      siteId: device.siteId,
      timeZone: device.timeZone ?? (device.siteId === 0 ? 'UTC' : 'Europe/Berlin'),
      atMs: new Date(report.at).getTime(),
      hasOwnTime: true,
      ratedW: null,
      contentHash: null,
      raw: null,
      kind: KIND[report.kind ?? 'inverter'],
      statusBits: report.statusBits ?? 0,
      state: report.state ?? null,
      power: toStore('power', report.powerW),
      dcVoltage: toStore('dcVoltage', report.dcVoltageV),
      acVoltage: toStore('acVoltage', report.acVoltageV),
      frequency: toStore('frequency', report.frequencyHz),
      temperature: toStore('temperature', report.temperatureC),
      energy: toStore('energy', report.energyWh),
      energyOut: toStore('energy', report.energyOutWh),
      soc: toStore('soc', report.soc),
      chVoltage: lists((one) => toStore('dcVoltage', one.voltageV)),
      chPower: lists((one) => toStore('power', one.powerW)),
      chEnergy: lists((one) => toStore('energy', one.energyWh)),
    };
  });
  await createPartitions(pool).ensure(
    incoming.map((report) => report.atMs),
    [],
  );
  const client = await pool.connect();
  try {
    await client.query('begin');
    await putBatch(client, incoming, Math.max(...incoming.map((report) => report.atMs)));
    await client.query('commit');
  } finally {
    client.release();
  }
}

/**
 * Rolled-up days of one inverter as the roll-up would have left them, the plant's own days added up. Days are
 * `YYYY-MM-DD`; `energyWh` gives the energy of the n-th day, null for a day without any report.
 */
export async function makeDays(
  tx: Tx,
  device: { id: number; siteId: number },
  first: string,
  energyWh: readonly (number | null)[],
): Promise<void> {
  const days = energyWh.flatMap((wh, i) => (wh === null ? [] : [{ day: addDays(first, i), wh }]));
  const rows = sql`unnest(${days.map((one) => one.day)}::date[], ${days.map((one) => one.wh)}::float8[]) as n(day, wh)`;
  await sql`
    insert into device_day (site_id, device_id, day, energy_wh, samples, first_at, first, opening, closing_at, closing)
    select ${device.siteId}, ${device.id}, n.day, n.wh, 1, n.day, '{}', '{}', n.day, '{}' from ${rows}`.execute(
    tx,
  );
  await sql`
    insert into site_day as d (site_id, day, energy_wh, completeness, samples)
    select ${device.siteId}, n.day, n.wh, 1, 1 from ${rows}
    on conflict (site_id, day) do update set energy_wh = d.energy_wh + excluded.energy_wh`.execute(tx);
}

// The two inserts that every report costs. Arrays and `unnest`: one statement per batch, prepared once per connection.

import { numberLists, numbers, plainTexts } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import type { IncomingReport } from './report.ts';

/**
 * Inserts reports; one that is there already is replaced when it differs. Returns the positions of those that were
 * there with the same content. No two may have the same device and instant.
 */
export async function insertReports(sql: Queryable, reports: readonly IncomingReport[]): Promise<number[]> {
  if (reports.length === 0) return [];
  const column = <T>(pick: (report: IncomingReport) => T): T[] => reports.map(pick);
  const { rows } = await sql.query<{ n: number }>({
    name: 'report-insert',
    text: `with input as (
             select n::int, site_id, device_id, to_timestamp(at / 1000) as at, kind, has_own_time, status_bits, state, power,
               dc_voltage, ac_voltage, frequency, temperature, energy, energy_out, soc, ch_voltage::int[] as ch_voltage,
               ch_power::int[] as ch_power, ch_energy::int[] as ch_energy
             from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::smallint[], $5::boolean[], $6::int[], $7::smallint[],
               $8::int[], $9::int[], $10::int[], $11::int[], $12::int[], $13::bigint[], $14::bigint[], $15::smallint[],
               $16::text[], $17::text[], $18::text[]) with ordinality
               as i(site_id, device_id, at, kind, has_own_time, status_bits, state, power, dc_voltage, ac_voltage, frequency,
                 temperature, energy, energy_out, soc, ch_voltage, ch_power, ch_energy, n)
           ), stored as (
             insert into report as r (site_id, device_id, at, kind, has_own_time, status_bits, state, power, dc_voltage,
               ac_voltage, frequency, temperature, energy, energy_out, soc, ch_voltage, ch_power, ch_energy)
             select site_id, device_id, at, kind, has_own_time, status_bits, state, power, dc_voltage, ac_voltage, frequency,
               temperature, energy, energy_out, soc, ch_voltage, ch_power, ch_energy from input
             on conflict (site_id, device_id, at) do update set kind = excluded.kind, has_own_time = excluded.has_own_time,
               status_bits = excluded.status_bits, state = excluded.state, power = excluded.power,
               dc_voltage = excluded.dc_voltage, ac_voltage = excluded.ac_voltage, frequency = excluded.frequency,
               temperature = excluded.temperature, energy = excluded.energy, energy_out = excluded.energy_out,
               soc = excluded.soc, ch_voltage = excluded.ch_voltage, ch_power = excluded.ch_power,
               ch_energy = excluded.ch_energy
             where (r.kind, r.has_own_time, r.status_bits, r.state, r.power, r.dc_voltage, r.ac_voltage, r.frequency,
                 r.temperature, r.energy, r.energy_out, r.soc, r.ch_voltage, r.ch_power, r.ch_energy)
               is distinct from (excluded.kind, excluded.has_own_time, excluded.status_bits, excluded.state, excluded.power,
                 excluded.dc_voltage, excluded.ac_voltage, excluded.frequency, excluded.temperature, excluded.energy,
                 excluded.energy_out, excluded.soc, excluded.ch_voltage, excluded.ch_power, excluded.ch_energy)
             returning r.device_id, r.at
           )
           select n - 1 as n from input i
           where not exists (select from stored s where s.device_id = i.device_id and s.at = i.at)`,
    values: [
      numbers(column((r) => r.siteId)),
      numbers(column((r) => r.deviceId)),
      numbers(column((r) => r.atMs)),
      numbers(column((r) => r.kind)),
      plainTexts(column((r) => (r.hasOwnTime ? 't' : 'f'))),
      numbers(column((r) => r.statusBits)),
      numbers(column((r) => r.state)),
      numbers(column((r) => r.power)),
      numbers(column((r) => r.dcVoltage)),
      numbers(column((r) => r.acVoltage)),
      numbers(column((r) => r.frequency)),
      numbers(column((r) => r.temperature)),
      numbers(column((r) => r.energy)),
      numbers(column((r) => r.energyOut)),
      numbers(column((r) => r.soc)),
      numberLists(column((r) => r.chVoltage)),
      numberLists(column((r) => r.chPower)),
      numberLists(column((r) => r.chEnergy)),
    ],
  });
  return rows.map((row) => row.n);
}

/** Keeps the bytes of those reports that ask for it. */
export async function insertRaw(sql: Queryable, reports: readonly IncomingReport[]): Promise<void> {
  const kept = reports.flatMap(({ deviceId, atMs, raw }) => (raw ? [{ deviceId, atMs, ...raw }] : []));
  if (kept.length === 0) return;
  await sql.query({
    name: 'raw-insert',
    text: `insert into raw_frame (device_id, at, bytes, checks)
           select device_id, to_timestamp(at / 1000), decode(hex, 'hex'), checks
           from unnest($1::bigint[], $2::float8[], $3::text[], $4::smallint[]) as i(device_id, at, hex, checks)`,
    values: [
      numbers(kept.map((k) => k.deviceId)),
      numbers(kept.map((k) => k.atMs)),
      plainTexts(
        kept.map((k) => Buffer.from(k.bytes.buffer, k.bytes.byteOffset, k.bytes.length).toString('hex')),
      ),
      numbers(kept.map((k) => k.checks)),
    ],
  });
}

/** Keeps a body that was no frame (device 0), so that a better decoder can be tried on it. */
export async function keepRefused(
  sql: Queryable,
  bytes: Uint8Array,
  atMs: number,
  refusal: string,
): Promise<void> {
  await sql.query({
    text: `insert into raw_frame (device_id, at, bytes, refusal) values (0, to_timestamp($1::float8 / 1000), $2, $3)`,
    values: [atMs, Buffer.from(bytes), refusal],
  });
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { migrate } from '../platform/migrate.ts';
import { addMissingColumns, measureColumns } from './catalogue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.close();
});

const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

describe('the columns of measures', () => {
  it('follow from key and place', () => {
    const nameOf = (key: string, place: string) =>
      measureColumns.find((column) => column.key === key && column.place === place)?.name;
    expect([
      nameOf('acVoltage', 'device'),
      nameOf('dcVoltage', 'input'),
      nameOf('phaseVoltage', 'phase'),
    ]).toEqual(['ac_voltage', 'ch_dc_voltage', 'ph_voltage']);
    expect(new Set(measureColumns.map(({ name }) => name)).size).toBe(measureColumns.length);
  });

  it('are added to a database that lacks them, and to nothing else', async () => {
    await connected(async (client) => {
      expect(await addMissingColumns(client)).toEqual([]);
      await client.query('alter table reading drop column ph_voltage, drop column soc');
      expect(await addMissingColumns(client)).toEqual(['reading.soc', 'reading.ph_voltage']);
      const { rows } = await client.query(
        `select column_name as name, data_type as type from information_schema.columns
         where table_name = 'reading' and column_name in ('soc', 'ph_voltage') order by 1`,
      );
      expect(rows).toEqual([
        { name: 'ph_voltage', type: 'ARRAY' },
        { name: 'soc', type: 'smallint' },
      ]);
    });
  });
});

describe('a database of the time before', () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const older = fs.readdirSync(folder).filter((name) => name.endsWith('.sql') && name < '0008');

  it('keeps what meters, batteries and lifetime counters said, in columns of their own', async () => {
    await connected(async (client) => {
      await client.query('drop schema public cascade; create schema public');
      await client.query(
        'create table migrations (name text primary key, checksum text, applied_at timestamptz default now())',
      );
      for (const name of older.sort()) {
        const text = fs.readFileSync(new URL(name, folder), 'utf8');
        await client.query(text);
        const checksum = createHash('sha256').update(text).digest('hex');
        await client.query('insert into migrations values ($1, $2)', [name, checksum]);
      }
      await client.query(`create table report_all partition of report default`);
      for (const table of ['report', 'latest']) {
        await client.query(
          `insert into ${table} (site_id, device_id, at, kind, power, energy, energy_out, ch_voltage, ch_energy) values
             (1, 1, '2026-06-21T12:00Z', 0, 10, 20, null, '{3300}', '{5}'),
             (1, 2, '2026-06-21T12:00Z', 0, 11, null, 21, null, '{6}'),
             (1, 3, '2026-06-21T12:00Z', 1, -12, 22, 23, null, null),
             (1, 4, '2026-06-21T12:00Z', 2, 13, 24, 25, null, '{7}')`,
        );
      }
    });
    await migrate(database.url, addMissingColumns);
    for (const table of ['reading', 'latest']) {
      const { rows } = await sql`
        select device_id as id, power, grid_power, battery_power, energy, energy_total, energy_imported, energy_exported,
          energy_charged, energy_discharged, ch_dc_voltage, ch_energy, ch_energy_total
        from ${sql.table(table)} order by 1`.execute(database.db);
      const known = rows.map((row) =>
        Object.fromEntries(Object.entries(row as object).filter(([, value]) => value !== null)),
      );
      expect(known).toEqual([
        { id: 1, power: 10, energy: 20, ch_dc_voltage: [3300], ch_energy: [5] },
        { id: 2, power: 11, energy_total: 21, ch_energy_total: [6] },
        { id: 3, grid_power: -12, energy_imported: 22, energy_exported: 23 },
        { id: 4, battery_power: 13, energy_charged: 24, energy_discharged: 25, ch_energy_total: [7] },
      ]);
    }
  });
});

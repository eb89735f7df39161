// Bytes of a module reading on disk, as a row and compressed, with indexes.
import type { Book } from '../book.ts';
import type { Showcases } from '../showcases.ts';
import type { BenchWorld } from '../world.ts';

/** Measures copies of the plant of 500 modules, so that no room of deleted rows counts. */
export async function measureBytes({ pool }: BenchWorld, { large }: Showcases, book: Book): Promise<void> {
  const sized = async (table: string, samples: string): Promise<number> => {
    await pool.query(`create table bench_copy (like ${table} including all)`);
    await pool.query(`insert into bench_copy select * from ${table} where site_id = $1`, [large.id]);
    const { rows } = await pool.query<{ bytes: number }>(
      `select pg_total_relation_size('bench_copy') / nullif(sum(${samples}), 0)::float8 as bytes from bench_copy`,
    );
    await pool.query('drop table bench_copy');
    return rows[0]!.bytes;
  };
  const hot = await sized('reading', 'cardinality(ch_power)');
  const compressed = await sized('reading_block', 'readings * width');
  book.add({ id: 'bytes.hot', name: 'a module reading in rows', unit: 'B', value: hot });
  book.add({ id: 'bytes.packed', name: 'a module reading, compressed', unit: 'B', value: compressed });
}

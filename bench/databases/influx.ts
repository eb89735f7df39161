// InfluxDB 1: compacts early, so that what it takes on disk can be measured.
import path from 'node:path';
import {
  bytesIn,
  type Database,
  end,
  fetchText,
  freePort,
  launch,
  newFolder,
  type Span,
} from './database.ts';
import { untilSteady } from './victoria.ts';

export async function startInflux(program: string): Promise<Database> {
  const folder = newFolder('influx');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await launch(
    program,
    // Configured by the environment only, without the system's configuration file.
    ['run', '-config', '/dev/null'],
    {
      INFLUXDB_META_DIR: path.join(folder, 'meta'),
      INFLUXDB_DATA_DIR: path.join(folder, 'data'),
      INFLUXDB_DATA_WAL_DIR: path.join(folder, 'wal'),
      INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
      INFLUXDB_BIND_ADDRESS: `127.0.0.1:${await freePort()}`,
      INFLUXDB_REPORTING_DISABLED: 'true',
      INFLUXDB_HTTP_LOG_ENABLED: 'false',
      INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: '2s',
      INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION: '4s',
      INFLUXDB_DATA_MAX_SERIES_PER_DATABASE: '0',
      INFLUXDB_MONITOR_STORE_ENABLED: 'false',
    },
    `${url}/ping`,
  );
  await fetchText(`${url}/query`, { q: 'create database bench' });
  const query = (q: string) => fetchText(`${url}/query?db=bench&epoch=ms`, { q }).then(demandSeries);
  const during = ({ fromMs, toMs }: Span) => `time >= ${fromMs}ms and time < ${toMs}ms`;
  const where = (span: Span) => `where site = '${span.siteId}' and ${during(span)}`;
  return {
    name: 'InfluxDB',
    async write(lines) {
      const answer = await fetch(`${url}/write?db=bench&precision=ms`, { method: 'POST', body: lines });
      if (!answer.ok) throw new Error(`InfluxDB: ${answer.status} ${await answer.text()}`);
    },
    async settle() {
      // It looks for what is cold now and then; a full compaction follows the last snapshot.
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      await untilSteady(() => bytesIn(folder));
    },
    day: (span) =>
      query(
        `select sum(p) from (select mean(p) as p from module ${where(span)} group by time(5m), device, addr) where ${during(span)} group by time(5m)`,
      ),
    playback: (span) => query(`select mean(p) from module ${where(span)} group by time(5m), device, addr`),
    days: (span) =>
      query(
        `select sum(e) from (select max(e) as e from module ${where(span)} group by time(1d), device, addr) where ${during(span)} group by time(1d)`,
      ),
    bytes: () => bytesIn(folder),
    stop: () => end(child, folder),
  };
}

/** @throws when the answer has no series: then nothing was asked at all */
function demandSeries(text: string): unknown {
  const { results } = JSON.parse(text) as { results?: { series?: unknown[]; error?: string }[] };
  if (!results?.[0]?.series?.length)
    throw new Error(`InfluxDB: ${results?.[0]?.error ?? 'nothing is known'}`);
  return results;
}

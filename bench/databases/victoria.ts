// VictoriaMetrics: single node, its own caches of answers off, since ours has none either.
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

export async function startVictoria(program: string): Promise<Database> {
  const folder = newFolder('victoria');
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = await launch(
    program,
    [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=${url.slice('http://'.length)}`,
      '-retentionPeriod=100y',
      '-search.latencyOffset=0s',
      '-loggerLevel=ERROR',
    ],
    {},
    `${url}/health`,
  );
  const range = (query: string, { fromMs, toMs }: Span, step: string) =>
    fetchText(`${url}/api/v1/query_range`, {
      query,
      step,
      nocache: '1',
      start: String(fromMs / 1000),
      end: String(toMs / 1000 - 1),
    }).then(demandSeries);
  return {
    name: 'VictoriaMetrics',
    async write(lines) {
      const answer = await fetch(`${url}/write?precision=ms`, { method: 'POST', body: lines });
      if (!answer.ok) throw new Error(`VictoriaMetrics: ${answer.status}`);
    },
    async settle() {
      await fetchText(`${url}/internal/force_flush`);
      await fetchText(`${url}/internal/force_merge`);
      // It answers immediately and merges in the background.
      await untilSteady(() => bytesIn(folder));
    },
    day: (span) => range(`sum(avg_over_time(module_p{site="${span.siteId}"}[5m]))`, span, '5m'),
    playback: (span) => range(`avg_over_time(module_p{site="${span.siteId}"}[5m])`, span, '5m'),
    days: (span) => range(`sum(max_over_time(module_e{site="${span.siteId}"}[1d]))`, span, '1d'),
    bytes: () => bytesIn(folder),
    stop: () => end(child, folder),
  };
}

/** @throws when the answer has no series: then nothing was asked at all */
function demandSeries(text: string): unknown {
  const { data } = JSON.parse(text) as { data?: { result?: unknown[] } };
  if (!data?.result?.length) throw new Error('VictoriaMetrics knows nothing of what it was asked');
  return data;
}

/** Resolves when a number has stopped changing for six looks, a second apart, or after a minute. */
export async function untilSteady(look: () => number): Promise<void> {
  let last = -1;
  for (let same = 0, tries = 0; same < 6 && tries < 60; tries++) {
    const now = look();
    same = now === last ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

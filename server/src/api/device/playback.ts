import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { addDays, dayBounds, dayNumber, localDay } from '@helioport/domain/periods';
import { rounded } from '@helioport/domain/units';
import { displayTime, plcSn, timeOfDay } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { detailNote } from '../../queries/detailNote.ts';
import { isProducer } from '../../queries/device/energyLines.ts';
import { findDevice, scopeOf, withParts } from '../../queries/findDevice.ts';
import { playback as readPlayback } from '../../timeseries/query/curves.ts';
import { playedOf, playedUnits } from '../../timeseries/query/played.ts';
import type { Scope } from '../../timeseries/query/series.ts';

type PlaybackCall = Call<typeof device.playback>;
type Answer = OutputOf<typeof device.playback>;

const STEP_MINUTES = 5;
/** A week of a plant of 500 modules is a million values. */
const MOST_DAYS = 7;
const NAME = 'playback';
/** Value of `types` in requests. */
const POWER = 1;

export default handler<typeof device.playback>(async (call) => {
  const { input, tx, now } = call;
  if (input.types !== POWER) fail('echarts.typeUnknown');
  const scope = await requestedScope(call);
  const { timeZone } = scope;
  const first = input.start ?? localDay(now, timeZone);
  const last = input.end ?? first;
  const days = dayNumber(last) - dayNumber(first) + 1;
  if (days < 1) fail('request.invalid', { field: 'end' });
  if (days > (input.compact ? 1 : MOST_DAYS)) fail('echarts.rangeTooLong');
  if (input.compact) return await compactOf(call, scope, first);

  const fromMs = dayBounds(first, timeZone).startMs;
  const toMs = dayBounds(addDays(last, 1), timeZone).startMs;
  const played = await readPlayback(tx, scope, { fromMs, toMs, stepMinutes: STEP_MINUTES }, now);
  const sns = await snsOf(call, scope);
  const label = days === 1 ? timeOfDay : displayTime;
  return {
    overview: {
      legend: [NAME],
      xAxisData: Array.from({ length: played.count }, (_, i) =>
        label(played.startMs + i * played.stepMs, timeZone),
      ),
      series: [{ name: NAME, data: played.powerW.map((w) => (w === null ? null : rounded(w, 1))) }],
    },
    modules: played.modules.map(({ deviceId, addr, powers }) => ({
      plcSN: plcSn(sns.get(deviceId) ?? '', addr),
      addr,
      data: Array.from(powers, (w) => (w < 0 ? null : w)),
    })),
    unit: 'W',
    ...(await detailNote(tx, first)),
  };
});

/** Numbers alone: a line per module and step of objects costs several times as much on the way. */
async function compactOf(call: PlaybackCall, scope: Scope, day: string): Promise<Answer> {
  const measure = call.input.measure ?? 'power';
  const { unit, per } = playedUnits[measure];
  const what = { day, stepMinutes: STEP_MINUTES, measure };
  const { startMs, stepMs, count, modules } = await playedOf(call.tx, scope, what, call.now);
  const sns = await snsOf(call, scope);
  return {
    overview: { legend: [], xAxisData: [], series: [] },
    modules: [],
    unit,
    ...(await detailNote(call.tx, day)),
    compact: {
      measure,
      unit,
      per,
      startAt: startMs,
      stepMs,
      count,
      modules: modules.map(({ deviceId, addr, first, values }) => ({
        plcSN: plcSn(sns.get(deviceId) ?? '', addr),
        addr,
        first,
        values,
      })),
    },
  };
}

/** One device, or without an sn the whole plant. */
async function requestedScope(call: PlaybackCall): Promise<Scope> {
  const { sn, sid } = call.input;
  if (sn) {
    const found = await findDevice(call, { sn, sid });
    // For a composite device, playback shows its producer.
    const parts = await withParts(call, found);
    return scopeOf(parts.find((part) => parts.length === 1 || isProducer(part)) ?? found);
  }
  const statement = sql<Scope>`
    select s.id as "siteId", s.timezone as "timeZone" from ${call.visible.sites} s
    where s.sid = ${sid}`;
  const [found] = await runPrepared(call.tx, 'played-site', statement);
  return found ?? fail('site.unknown');
}

async function snsOf({ tx }: PlaybackCall, { siteId }: Scope): Promise<Map<number, string>> {
  const statement = sql<{ id: number; sn: string }>`select id, sn from devices where site_id = ${siteId}`;
  const rows = await runPrepared(tx, 'played-sns', statement);
  return new Map(rows.map(({ id, sn }) => [id, sn]));
}

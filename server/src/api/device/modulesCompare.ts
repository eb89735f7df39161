import type { device } from '@helioport/contract/device';
import { addDays, dayRange, localDay } from '@helioport/domain/periods';
import { plcSn } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { demandShort } from '../../queries/requestedSpans.ts';
import { moduleDays } from '../../timeseries/analytics/expectedDays.ts';
import { moduleIdOf, readPlant } from '../../timeseries/analytics/plantModel.ts';
import { requestedModule } from './internal/requestedModule.ts';

const USUAL_DAYS = 30;

export default handler<typeof device.modulesCompare>(async (call) => {
  const { input, tx, now, visible } = call;
  const today = localDay(now, 'UTC');
  const span = input.rangeDate ?? { from: addDays(today, 1 - USUAL_DAYS), to: today };
  demandShort(span);
  const days = dayRange(span.from, span.to);
  const list = [];
  for (const requested of input.modules) {
    const { device: one, siteId, addr, ratedW } = await requestedModule(call, requested);
    const plant = await readPlant(tx, siteId);
    const slot = plant?.slots.find(({ deviceIds }) => deviceIds.includes(one.id));
    const id = slot && moduleIdOf(slot.rootId, slot.isUndivided ? 1 : addr);
    const [module] = plant?.model.modules.filter((own) => own.id === id) ?? [];
    const byDay =
      plant && module
        ? ((await moduleDays(tx, plant, [module], span.from, span.to)).get(module.id) ?? new Map())
        : new Map<string, never>();
    const rated = module?.ratedW ?? ratedW;
    const { rows } = await sql<Columns<'sites', 'name'>>`
      select s.name from ${visible.sites} s where s.id = ${siteId}`.execute(tx);
    const specific = days.map((day) => per(byDay.get(day)?.produced ?? null, rated));
    const ratio = days.map((day) => per(byDay.get(day)?.produced ?? null, byDay.get(day)?.expected ?? null));
    const known = [...byDay.values()].filter(
      ({ produced, expected }) => produced !== null && expected !== null,
    );
    const sum = (key: 'produced' | 'expected') => known.reduce((total, one) => total + (one[key] ?? 0), 0);
    list.push({
      sid: one.sid,
      siteName: rows[0]?.name ?? '',
      plcSN: plcSn(one.sn, addr),
      ratedW,
      specific,
      ratio,
      totalSpecific: per(
        [...byDay.values()].reduce<number | null>(
          (total, { produced }) => (produced === null ? total : (total ?? 0) + produced),
          null,
        ),
        rated,
      ),
      totalRatio: per(known.length === 0 ? null : sum('produced'), sum('expected')),
    });
  }
  return { days, list };
});

/** A quotient to three digits; null where one of both is not known. */
const per = (value: number | null, by: number | null): number | null =>
  value === null || by === null || by <= 0 ? null : Math.round((value * 1000) / by) / 1000;

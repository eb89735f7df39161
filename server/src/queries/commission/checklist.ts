// Commissioning checklist of a plant: collects the facts; the rules are in the domain package.

import {
  arraysCheck,
  type Check,
  checkOf,
  isOpenCheck,
  keyOfCheck,
  layoutCheck,
  meterCheck,
  modulesCheck,
  reportsCheck,
  resultOfCheck,
  voltagesCheck,
} from '@helioport/domain/commissioning';
import { DAY_MS } from '@helioport/domain/duration';
import { haveSameClock } from '@helioport/domain/offsets';
import { addDays, localDay } from '@helioport/domain/periods';
import { swappedCheck } from '@helioport/domain/swapped';
import { sql } from 'kysely';
import { placeAt } from '../../platform/atlas.ts';
import type { Tx } from '../../platform/db.ts';
import { translate } from '../../platform/texts.ts';
import { eventsSql } from '../../timeseries/query/events.ts';
import type { FoundSite } from '../findSite.ts';
import { ms } from '../found.ts';
import { clearCurvesOf } from './clearCurves.ts';
import { meterStepsOf } from './meterSteps.ts';
import { type RoofModule, roofOf } from './roof.ts';

/** All checks in order, as of `now` (ms). */
export async function checklistOf(tx: Tx, found: FoundSite, now: number): Promise<Check[]> {
  const { modules, arrays, emptyPlaces } = await roofOf(tx, found, now);
  const meter = await meterStepsOf(tx, found, now);
  return [
    modulesCheck(modules),
    voltagesCheck(modules),
    positionCheck(found, now),
    arraysCheck(modules, arrays, found.latitude),
    layoutCheck(modules, emptyPlaces),
    meterCheck(meter.hasMeter, meter.steps),
    await issueCheck(tx, found, now),
    await swappedOf(tx, found, modules, now),
  ];
}

/** Zones by another name are one where their clocks agree in summer and in winter. */
function positionCheck({ latitude, longitude, timezone }: FoundSite, now: number): Check {
  if (latitude === null || longitude === null) return checkOf('position.none');
  const zone = placeAt(latitude, longitude).timeZone;
  return haveSameClock(timezone, zone, now)
    ? checkOf('position.ok')
    : checkOf('position.zone', [], { zone, used: timezone });
}

/** Faults and findings of the last 24 h, and whether 24 h have been recorded. */
async function issueCheck(tx: Tx, { id, timezone, lastReceivedAt }: FoundSite, now: number): Promise<Check> {
  const today = localDay(now, timezone);
  const devices = sql`
    select d.id, d.site_id, d.sn, s.timezone from devices d join sites s on s.id = d.site_id
    where d.site_id = ${id} and d.retired_at is null`;
  const events = eventsSql({ devices, from: addDays(today, -1), to: today, now, isGrouped: false });
  const { rows } = await sql<{ sn: string }>`
    select distinct unnest(e.sns) as sn from ${events} e
    where coalesce(e."endedAt", ${now}) > ${now - DAY_MS} order by sn`.execute(tx);
  const { rows: first } = await sql<{ at: number | null }>`
    select ${ms(sql`min(first_seen_at)`)} as at from devices where site_id = ${id} and retired_at is null`.execute(
    tx,
  );
  return reportsCheck({
    nowMs: now,
    firstAtMs: first[0]?.at ?? null,
    lastAtMs: lastReceivedAt,
    names: rows.map(({ sn }) => sn),
  });
}

/** Curves are read only if there are arrays to compare. */
async function swappedOf(
  tx: Tx,
  found: FoundSite,
  modules: readonly RoofModule[],
  now: number,
): Promise<Check> {
  const sizes = new Map<number, number>();
  for (const { arrayId, isWhole } of modules)
    if (arrayId !== null && !isWhole) sizes.set(arrayId, (sizes.get(arrayId) ?? 0) + 1);
  const arrays = [...sizes.values()];
  return swappedCheck(arrays, arrays.length < 2 ? [] : await clearCurvesOf(tx, found, modules, now));
}

/** Checks as answers and papers have them, in a language. */
export const checksInWords = (checks: readonly Check[], lan: number) =>
  checks.map((check) => {
    const { reason, names, count, values } = check;
    const named = names.join(', ');
    return {
      key: keyOfCheck(check),
      result: resultOfCheck(check),
      isOpen: isOpenCheck(check),
      title: translate(lan, `commission.check.${keyOfCheck(check)}`),
      text: translate(lan, `commission.why.${reason}`, {
        ...values,
        names:
          count > names.length
            ? translate(lan, 'site.alert.andMore', { named, count: count - names.length })
            : named,
      }),
    };
  });

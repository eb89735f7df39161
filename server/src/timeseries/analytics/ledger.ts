// Findings of a plant with their daily cost: collects the results of evaluated days before they are stored.
import type { Finding, PlantDayResult } from '@helioport/domain/analytics/types';
import { addDays, dayNumber, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { type AnalyticsPlant, deviceAt, readModuleId } from './plantModel.ts';
import { spreadOver } from './spread.ts';

/** A loss detected on one day is distributed over at most this many days before it. */
const SPREAD_DAYS = 60;

/** A finding that is stored and may be found again. */
export interface KnownFinding extends Columns<'finding', 'id' | 'key' | 'lostWh' | 'lostMoney'> {
  isOpen: boolean;
}

/** Price of a kWh that was not produced on a local day; null without one. */
export type PriceOn = (day: string) => number | null;

/** Expected energy of the plant by local day, Wh; days without are unknown. */
export type ExpectedDays = Map<string, number>;

interface Entry {
  key: string;
  finding: Finding | null;
  lastDay: string;
  lostWh: number;
  lostMoney: number | null;
  /** No longer detected, although not resolved: its subject is gone. */
  endedMs: number | null;
}

interface Loss {
  day: string;
  key: string;
  cause: string;
  wh: number;
  money: number | null;
}

/** Collects the findings of evaluated days in their order. */
export class Ledger {
  readonly #plant: AnalyticsPlant;
  readonly #priceOn: PriceOn;
  readonly #entries = new Map<string, Entry>();
  readonly #open = new Set<string>();
  #losses: Loss[] = [];
  /** Keys of findings that turned out to cost nothing. */
  readonly #withoutLoss = new Set<string>();
  readonly #expected: ExpectedDays;

  /** `expected`: of the days before those that are taken. */
  constructor(
    plant: AnalyticsPlant,
    known: readonly KnownFinding[],
    priceOn: PriceOn,
    expected: ExpectedDays,
  ) {
    this.#plant = plant;
    this.#priceOn = priceOn;
    this.#expected = new Map(expected);
    for (const { key, lostWh, lostMoney, isOpen } of known) {
      this.#entries.set(key, { key, lostWh, lostMoney, finding: null, lastDay: '', endedMs: null });
      if (isOpen) this.#open.add(key);
    }
  }

  /** Takes what was found on a day that ends at `endMs`. */
  take({ day, findings, modules }: PlantDayResult, endMs: number): void {
    const expected = modules.flatMap(({ expectedWh }) => expectedWh ?? []);
    if (expected.length > 0)
      this.#expected.set(
        day,
        expected.reduce((sum, wh) => sum + wh, 0),
      );
    const found = new Set<string>();
    for (const finding of findings) {
      found.add(finding.key);
      this.#enter(day, finding);
    }
    for (const key of this.#open) {
      if (found.has(key)) continue;
      const entry = this.#entries.get(key)!;
      entry.endedMs = endMs;
      entry.lastDay = day;
      this.#open.delete(key);
    }
  }

  #enter(day: string, finding: Finding): void {
    const { key, cause, untilMs } = finding;
    const lostWh = Number.isFinite(finding.lostWh) ? finding.lostWh : 0;
    const known = this.#entries.get(key);
    const before = known?.lostWh ?? 0;
    if (lostWh === 0 && before > 0) {
      this.#losses = this.#losses.filter((loss) => loss.key !== key);
      this.#withoutLoss.add(key);
      this.#entries.set(key, { key, finding, lostWh, lastDay: day, endedMs: null, lostMoney: null });
      this.#setOpen(key, untilMs === null);
      return;
    }
    const isNew = before === 0;
    const losses = this.#spread(day, isNew ? finding : null, lostWh - before).map((loss) => ({
      ...loss,
      key,
      cause,
    }));
    this.#losses.push(...losses);
    const money = losses.some((loss) => loss.money !== null)
      ? losses.reduce((sum, loss) => sum + (loss.money ?? 0), known?.lostMoney ?? 0)
      : (known?.lostMoney ?? null);
    this.#entries.set(key, { key, finding, lostWh, lastDay: day, endedMs: null, lostMoney: money });
    this.#setOpen(key, untilMs === null);
  }

  #setOpen(key: string, isOpen: boolean): void {
    if (isOpen) this.#open.add(key);
    else this.#open.delete(key);
  }

  /** Splits a loss into days: a single day or, for a new finding, the days since its start. */
  #spread(day: string, since: Finding | null, wh: number): Pick<Loss, 'day' | 'wh' | 'money'>[] {
    if (wh === 0) return [];
    const begin = since === null ? day : localDay(since.sinceMs, this.#plant.model.timeZone);
    const count = Math.min(SPREAD_DAYS, Math.max(1, dayNumber(day) - dayNumber(begin) + 1));
    const days = Array.from({ length: count }, (_, i) => addDays(day, i - count + 1));
    const parts = spreadOver(days, this.#expected, wh);
    return days.map((on, i) => {
      const price = this.#priceOn(on);
      return { day: on, wh: parts[i]!, money: price === null ? null : (parts[i]! * price) / 1000 };
    });
  }

  /** Writes what was taken; `run` is the number of the run. */
  async write(tx: Tx, run: number): Promise<void> {
    const { siteId } = this.#plant;
    const changed = [...this.#entries.values()].filter(({ finding }) => finding !== null);
    if (changed.length > 0) await this.#writeFindings(tx, changed, run);
    const gone = [...this.#entries.values()].filter(({ endedMs }) => endedMs !== null);
    if (gone.length > 0)
      await sql`
        update finding f set until_at = g.until_at, last_day = g.last_day, run = ${run}
        from jsonb_to_recordset(${JSON.stringify(
          gone.map(({ key, endedMs, lastDay }) => ({
            key,
            until_at: new Date(endedMs!).toISOString(),
            last_day: lastDay,
          })),
        )}::jsonb) as g(key text, until_at timestamptz, last_day date)
        where f.site_id = ${siteId} and f.key = g.key and f.until_at is null`.execute(tx);
    if (this.#withoutLoss.size > 0)
      await sql`
        delete from loss_day l using finding f
        where l.site_id = ${siteId} and l.finding_id = f.id and f.site_id = ${siteId}
          and f.key = any(${[...this.#withoutLoss]}::text[])`.execute(tx);
    if (this.#losses.length > 0)
      await sql`
        insert into loss_day as l (site_id, day, finding_id, cause, lost_wh, lost_money)
        select ${siteId}, n.day, f.id, (array_agg(n.cause))[1], sum(n.wh), sum(n.money)
        from jsonb_to_recordset(${JSON.stringify(this.#losses)}::jsonb)
          as n(day date, key text, cause text, wh float8, money float8)
        join finding f on f.site_id = ${siteId} and f.key = n.key
        group by n.day, f.id
        on conflict (site_id, day, finding_id) do update set cause = excluded.cause,
          lost_wh = l.lost_wh + excluded.lost_wh,
          lost_money = case when l.lost_money is null and excluded.lost_money is null then null
            else coalesce(l.lost_money, 0) + coalesce(excluded.lost_money, 0) end`.execute(tx);
  }

  async #writeFindings(tx: Tx, entries: readonly Entry[], run: number): Promise<void> {
    const rows = entries.map((entry) => this.#rowOf(entry, run));
    await sql`
      insert into finding as f (site_id, key, scope, device_id, addr, array_id, device_ids, addrs, cause, confidence,
        probability, is_fault, since_at, until_at, detected_at, lost_wh, lost_money, year_wh, recovered_wh, evidence,
        last_day, run)
      select ${this.#plant.siteId}, n.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(key text, scope text,
        device_id bigint, addr smallint, array_id int, device_ids bigint[], addrs smallint[], cause text, confidence text,
        probability real, is_fault boolean, since_at timestamptz, until_at timestamptz, detected_at timestamptz,
        lost_wh float8, lost_money float8, year_wh float8, recovered_wh float8, evidence jsonb, last_day date, run int)
      on conflict (site_id, key) do update set scope = excluded.scope, device_id = excluded.device_id,
        addr = excluded.addr, array_id = excluded.array_id, device_ids = excluded.device_ids, addrs = excluded.addrs,
        cause = excluded.cause, confidence = excluded.confidence, probability = excluded.probability,
        is_fault = excluded.is_fault, since_at = excluded.since_at, until_at = excluded.until_at,
        detected_at = excluded.detected_at, lost_wh = excluded.lost_wh, lost_money = excluded.lost_money,
        year_wh = excluded.year_wh, recovered_wh = excluded.recovered_wh, evidence = excluded.evidence,
        last_day = excluded.last_day, run = excluded.run, is_withdrawn = false`.execute(tx);
  }

  #rowOf({ key, finding, lostWh, lostMoney, lastDay }: Entry, run: number) {
    const { model, slots } = this.#plant;
    const found = finding!;
    const slotOf = new Map(slots.map((slot) => [slot.rootId, slot]));
    const moduleOf = new Map(model.modules.map((module) => [module.id, module]));
    const deviceOf = (rootId: number) => {
      const slot = slotOf.get(rootId);
      return slot ? deviceAt(slot, found.detectedMs) : rootId;
    };
    const places = found.moduleIds.map(readModuleId);
    const arrays = new Set(found.moduleIds.map((id) => moduleOf.get(id)?.arrayId ?? null));
    const [array = null] = arrays;
    const own = found.scope === 'module' ? readModuleId(found.subjectId ?? '') : null;
    const rootId = own?.rootId ?? (found.scope === 'device' ? Number(found.subjectId) : null);
    return {
      key,
      run,
      last_day: lastDay,
      scope: found.scope,
      device_id: rootId === null ? null : deviceOf(rootId),
      addr: own?.addr ?? null,
      array_id: idOf(found.scope === 'array' ? found.subjectId : arrays.size === 1 ? array : null),
      device_ids: places.map((place) => deviceOf(place.rootId)),
      addrs: places.map(({ addr }) => addr),
      cause: found.cause,
      confidence: found.confidence,
      probability: found.probability,
      is_fault: found.isFault,
      since_at: instant(found.sinceMs),
      until_at: found.untilMs === null ? null : instant(found.untilMs),
      detected_at: instant(found.detectedMs),
      lost_wh: lostWh,
      lost_money: lostMoney,
      year_wh: found.lostWhPerYear,
      recovered_wh: found.recoveredWhPerDay,
      evidence: found.evidence,
    };
  }
}

const instant = (ms: number): string => new Date(ms).toISOString();
const idOf = (id: string | null): number | null => (id === null ? null : Number(id));

/** Findings that a run may find again or end: open ones, and those of older runs since `redoFrom`. */
export async function knownFindings(
  tx: Tx,
  siteId: number,
  { run, redoFrom }: { run: number; redoFrom: string | null },
): Promise<KnownFinding[]> {
  const { rows } = await sql<KnownFinding>`
    select id, key, lost_wh as "lostWh", lost_money as "lostMoney",
      until_at is null and (run = ${run} or ${redoFrom}::date is null or last_day < ${redoFrom}::date) as "isOpen"
    from finding
    where site_id = ${siteId} and (until_at is null or run < ${run} and last_day >= ${redoFrom}::date)`.execute(
    tx,
  );
  return rows;
}

/** Expected energy of the days before `day` over which a new loss can be distributed. */
export async function expectedBefore(tx: Tx, siteId: number, day: string): Promise<ExpectedDays> {
  const { rows } = await sql<{ day: string; wh: number }>`
    select day, expected_wh as wh from site_expected
    where site_id = ${siteId} and day >= ${addDays(day, -SPREAD_DAYS)}::date and day < ${day}::date
      and expected_wh is not null`.execute(tx);
  return new Map(rows.map((row) => [row.day, row.wh]));
}

/**
 * Deletes the losses from a local day on that starts at `fromMs`, before its days are evaluated again. Earlier findings
 * stay; those detected since are detected again or withdrawn at the end of the run.
 */
export async function takeBack(tx: Tx, siteId: number, from: string, fromMs: number): Promise<void> {
  await sql`
    delete from loss_day l using finding f
    where l.site_id = ${siteId} and f.site_id = ${siteId} and f.id = l.finding_id
      and (l.day >= ${from}::date or f.detected_at > ${new Date(fromMs)})`.execute(tx);
  await sql`
    update finding f set
      lost_wh = coalesce((select sum(l.lost_wh) from loss_day l where l.site_id = ${siteId} and l.finding_id = f.id), 0),
      lost_money = (select sum(l.lost_money) from loss_day l where l.site_id = ${siteId} and l.finding_id = f.id)
    where f.site_id = ${siteId} and f.last_day >= ${from}::date`.execute(tx);
}

/** Ends a repeated evaluation: what older runs found since `from` and the newest did not is withdrawn. */
export async function withdrawStale(tx: Tx, siteId: number, run: number, from: string): Promise<void> {
  const stale = sql`f.site_id = ${siteId} and f.run < ${run} and f.last_day >= ${from}::date`;
  await sql`
    delete from loss_day l using finding f where l.site_id = ${siteId} and l.finding_id = f.id and ${stale}`.execute(
    tx,
  );
  await sql`
    update finding f set is_withdrawn = true, until_at = coalesce(until_at, since_at), lost_wh = 0, lost_money = null,
      year_wh = null, recovered_wh = null, run = ${run}
    where ${stale} and exists (select from case_findings c where c.site_id = f.site_id and c.finding_id = f.id)`.execute(
    tx,
  );
  await sql`delete from finding f where ${stale}`.execute(tx);
}

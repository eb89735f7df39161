import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { performanceRatio } from '@helioport/domain/analytics/irradiance/yields';
import type { IrradianceSource } from '@helioport/domain/analytics/types';
import { dayRange, lastDayOf, localDay, monthOf } from '@helioport/domain/periods';
import { timeOfDay } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { ratioKindOf } from '../../queries/finding/ratio.ts';
import { findSitePlace, type SitePlace } from '../../queries/findSite.ts';
import { dayOrToday } from '../../queries/found.ts';
import { requestedDay, requestedDays, requestedMonths } from '../../queries/requestedSpans.ts';
import { SLOT_MINUTES } from '../../timeseries/analytics/dayInput.ts';
import {
  type ExpectedDayOfSite,
  expectedCurveOf,
  expectedDaysOf,
  progressOf,
} from '../../timeseries/analytics/siteDays.ts';
import { powerOfDay } from '../../timeseries/query/curves.ts';
import { type EnergyOfDay, energyByDay } from '../../timeseries/query/energies.ts';

type ExpectedCall = Call<typeof site.expected>;
type Answer = OutputOf<typeof site.expected>;

export default handler<typeof site.expected>(async (call) => {
  const place = await findSitePlace(call, call.input.sid);
  switch (call.input.types) {
    case 1:
      return await dayAnswer(call, place);
    case 3:
      return await daysAnswer(call, place);
    case 5:
      return await monthsAnswer(call, place);
    default:
      return fail('echarts.typeUnknown');
  }
});

const inKwh = (wh: number | null) => (wh === null ? null : Math.round(wh) / 1000);
const share = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);

/** Sums of days of which both are known, and how their ratio is called. */
function totalsOf(days: readonly ExpectedDayOfSite[]) {
  const known = days.filter(({ produced, expected: wanted }) => produced !== null && wanted !== null);
  const made = known.reduce((sum, { produced }) => sum + produced!, 0);
  const wanted = known.reduce((sum, one) => sum + one.expected!, 0);
  return {
    producedKwh: known.length === 0 ? null : inKwh(made),
    expectedKwh: known.length === 0 ? null : inKwh(wanted),
    ratio: wanted > 0 ? share(made / wanted) : null,
    ratioKind: ratioKindOf(known.map(({ source }) => source)),
  };
}

/** Rated power of the plant in W; null if unknown. */
async function ratedPower({ tx }: ExpectedCall, { id }: SitePlace): Promise<number | null> {
  const { rows } = await sql<{ ratedW: number | null }>`
    select coalesce(s.system_size_w, (select nullif(sum(m.rated_w), 0) from modules m where m.site_id = s.id))::float8 as "ratedW"
    from sites s where s.id = ${id}`.execute(tx);
  return rows[0]?.ratedW ?? null;
}

const inThousandths = (value: number) => Math.round(value * 1000) / 1000;

/** Final yield in kWh per kWp, and the performance ratio over the days that are over; null without a rating. */
async function yieldsOf(
  call: ExpectedCall,
  place: SitePlace,
  kwh: number | null,
  made: readonly EnergyOfDay[],
  days: readonly ExpectedDayOfSite[],
) {
  const ratedW = await ratedPower(call, place);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const today = localDay(call.now, place.timezone);
  // Completeness is null before the first reading of the plant. Days that are not evaluated yet count as not known.
  const whole = made
    .filter(({ day, completeness }) => day < today && completeness !== null)
    .map(({ day, energyWh, completeness }) => {
      const found = byDay.get(day);
      return { energyWh, completeness, reference: found?.isWhole ? found.reference : null };
    });
  const pr = ratedW === null ? null : performanceRatio(whole, ratedW);
  return {
    specificYield: kwh === null || ratedW === null ? null : inThousandths((kwh * 1000) / ratedW),
    performanceRatio: pr && inThousandths(pr.ratio),
    referenceYield: pr && inThousandths(pr.referenceYieldH),
    ratioCoverage: pr && inThousandths(pr.coverage),
  };
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

async function dayAnswer(call: ExpectedCall, place: SitePlace): Promise<Answer> {
  const { input, tx, now } = call;
  const { id, timezone } = place;
  const day = dayOrToday(requestedDay(input), place, now);
  const curve = await powerOfDay(
    tx,
    { siteId: id, timeZone: timezone },
    { day, stepMinutes: SLOT_MINUTES },
    now,
  );
  const stored = await expectedCurveOf(tx, id, day);
  const days = await expectedDaysOf(tx, id, day, day);
  const isSame = stored !== null && stored.startMs === curve.startMs && stored.stepMs === curve.stepMs;
  const lineOf = (values: Float32Array | undefined) =>
    curve.values.map((_, slot) => {
      const value = values?.[slot] ?? Number.NaN;
      return Number.isNaN(value) ? null : Math.round(value);
    });
  const clear = isSame ? stored.powerW.map((watts, slot) => watts / stored.clearness[slot]!) : undefined;
  const kwh = sumOf(curve.values.map((watts) => (watts === null ? null : (watts * curve.stepMs) / 3.6e9)));
  return {
    labels: curve.values.map((_, slot) => timeOfDay(curve.startMs + slot * curve.stepMs, timezone)),
    startAt: curve.startMs,
    stepMs: curve.stepMs,
    unit: 'W',
    produced: curve.values,
    expected: lineOf(isSame ? stored.powerW : undefined),
    // Without irradiance data, there is no clear-sky value either.
    clearSky: lineOf(clear?.map((watts) => (Number.isFinite(watts) ? watts : Number.NaN))),
    completeness: [],
    sources: [stored?.source ?? null],
    ...totalsOf(days),
    ...(await yieldsOf(
      call,
      place,
      kwh,
      await energyByDay(tx, { siteId: id, timeZone: timezone }, day, day, now),
      days,
    )),
    ...(await progressOf(tx, id, now)),
  };
}

async function daysAnswer(call: ExpectedCall, place: SitePlace): Promise<Answer> {
  const { input, tx, now } = call;
  const { from, to } = requestedDays(input, place.timezone, now);
  const scope = { siteId: place.id, timeZone: place.timezone };
  const made = await energyByDay(tx, scope, from, to, now);
  const days = await expectedDaysOf(tx, place.id, from, to);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const of = <T>(read: (day: ExpectedDayOfSite) => T) =>
    dayRange(from, to).map((day) => {
      const found = byDay.get(day);
      return found ? read(found) : null;
    });
  const produced = made.map(({ energyWh }) => inKwh(energyWh));
  return {
    labels: dayRange(from, to),
    startAt: null,
    stepMs: null,
    unit: 'kWh' as const,
    produced,
    expected: of((day) => inKwh(day.expected)),
    clearSky: of((day) => inKwh(day.clearSky)),
    completeness: of((day) => share(day.completeness)),
    sources: of(({ source }) => source),
    ...totalsOf(days.filter(({ isWhole }) => isWhole)),
    ...(await yieldsOf(call, place, sumOf(produced), made, days)),
    ...(await progressOf(tx, place.id, now)),
  };
}

async function monthsAnswer(call: ExpectedCall, place: SitePlace): Promise<Answer> {
  const { input, tx, now } = call;
  const { months } = requestedMonths(input, place.timezone, now);
  const [from, to] = [`${months[0]}-01`, lastDayOf(months.at(-1)!)];
  const scope = { siteId: place.id, timeZone: place.timezone };
  const made = await energyByDay(tx, scope, from, to, now);
  const days = await expectedDaysOf(tx, place.id, from, to);
  const ofMonth = (month: string) => days.filter(({ day }) => monthOf(day) === month);
  const produced = months.map((month) =>
    inKwh(sumOf(made.filter(({ day }) => monthOf(day) === month).map(({ energyWh }) => energyWh))),
  );
  return {
    labels: months,
    startAt: null,
    stepMs: null,
    unit: 'kWh' as const,
    produced,
    expected: months.map((month) =>
      inKwh(
        expectedOf(
          ofMonth(month),
          made.filter(({ day }) => monthOf(day) === month),
        ),
      ),
    ),
    clearSky: months.map((month) => inKwh(sumOf(ofMonth(month).map(({ clearSky }) => clearSky)))),
    completeness: months.map((month) => {
      const received = ofMonth(month).map(({ completeness }) => completeness);
      return received.length === 0 ? null : share(received.reduce((a, b) => a + b, 0) / received.length);
    }),
    sources: months.map((month) => usualSource(ofMonth(month).map(({ source }) => source))),
    ...totalsOf(days.filter(({ isWhole }) => isWhole)),
    ...(await yieldsOf(call, place, sumOf(produced), made, days)),
    ...(await progressOf(tx, place.id, now)),
  };
}

/** Share of the produced energy on days with an expected one from which their sum is compared with the whole. */
const LEAST_COVERAGE = 0.9;

/**
 * Expected Wh of a period to compare with its produced energy. Days without an expected energy are extrapolated by what
 * they produced; null if they produced more than a tenth.
 */
function expectedOf(days: readonly ExpectedDayOfSite[], made: readonly EnergyOfDay[]): number | null {
  const known = new Set(days.flatMap(({ day, expected: wanted }) => (wanted === null ? [] : [day])));
  const sum = (some: readonly EnergyOfDay[]) => some.reduce((all, { energyWh }) => all + (energyWh ?? 0), 0);
  const [whole, covered] = [sum(made), sum(made.filter(({ day }) => known.has(day)))];
  const wanted = sumOf(days.map((day) => day.expected));
  if (wanted === null || whole === 0) return wanted;
  return covered < LEAST_COVERAGE * whole ? null : (wanted * whole) / covered;
}

/** The source of most days. */
function usualSource(sources: readonly IrradianceSource[]): IrradianceSource | null {
  const counts = new Map<IrradianceSource, number>();
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

import type { OutputOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { findingRowOf } from '../../queries/finding/rows.ts';
import { type Daily, dailyOf } from '../../timeseries/analytics/expectedDays.ts';
import { type Behind, findBehind } from './internal/behind.ts';
import { lossByHour, proofDays } from './internal/proof.ts';

type Answer = OutputOf<typeof finding.detail>;

const detail: Handler<typeof finding.detail> = async (call) => {
  const { input, tx, lan, now } = call;
  const behind = await findBehind(call, input.id);
  const { row, evidence, plant } = behind;
  const answer = {
    ...findingRowOf(row, { lan, now }),
    evidence: evidence.map(({ name, value, unit }) => ({
      ...{ name, value },
      unit: (unit ?? null) as Answer['evidence'][number]['unit'],
    })),
    shading: null,
  };
  if (!plant) return { ...answer, daily: dailyAnswer(nothing), lossByHour: [], proofDay: null };
  const daily = await dailyOf(tx, plant, behind, behind.from, behind.to);
  const proof = proofDays(daily, behind);
  return {
    ...answer,
    daily: dailyAnswer(withLosses(daily, await lossesOf(tx, row))),
    lossByHour: await lossByHour(tx, behind as Behind & { plant: typeof plant }, proof, now),
    proofDay: proof[0] ?? null,
  };
};

const nothing: Daily = {
  ...{ days: [], produced: [], expected: [], siblings: [], completeness: [], sources: [] },
};

async function lossesOf(tx: Tx, { id, siteId }: Behind['row']): Promise<Map<string, number>> {
  const { rows } = await sql<Columns<'loss_day', 'day' | 'lostWh'>>`
    select day, lost_wh as "lostWh" from loss_day where site_id = ${siteId} and finding_id = ${id}`.execute(
    tx,
  );
  return new Map(rows.map(({ day, lostWh }) => [day, lostWh]));
}

/**
 * The same with an expected energy that contains the loss of each day: the one stored before a gradual loss was detected
 * had followed it.
 */
function withLosses(daily: Daily, lost: ReadonlyMap<string, number>): Daily {
  const expected = daily.expected.map((wh, i) => {
    const produced = daily.produced[i] ?? null;
    return wh === null || produced === null ? wh : Math.max(wh, produced + (lost.get(daily.days[i]!) ?? 0));
  });
  return { ...daily, expected };
}

const inKwh = (values: readonly (number | null)[]) =>
  values.map((wh) => (wh === null ? null : Math.round(wh) / 1000));

const dailyAnswer = (daily: Daily): Answer['daily'] => ({
  days: daily.days,
  produced: inKwh(daily.produced),
  expected: inKwh(daily.expected),
  siblings: inKwh(daily.siblings),
  completeness: daily.completeness.map((share) => (share === null ? null : Math.round(share * 1000) / 1000)),
  irradianceSource: daily.sources,
});

export default detail;

import type { OutputOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { handler } from '../../access/handler.ts';
import { findingRowOf } from '../../queries/finding/rows.ts';
import { type Daily, dailyOf } from '../../timeseries/analytics/expectedDays.ts';
import { type Behind, findBehind } from './internal/behind.ts';
import { lossesOf, withLosses } from './internal/losses.ts';
import { lossByHour, proofDays } from './internal/proof.ts';

type Answer = OutputOf<typeof finding.detail>;

export default handler<typeof finding.detail>(async (call) => {
  const { input, tx, lan, now } = call;
  const behind = await findBehind(call, input.id);
  const { row, evidence, plant } = behind;
  const answer = {
    ...findingRowOf(row, { lan, now }),
    evidence: evidence.map(({ name, value, unit }) => ({
      name,
      value,
      unit: (unit ?? null) as Answer['evidence'][number]['unit'],
    })),
    shading: null,
  };
  if (!plant) return { ...answer, daily: dailyAnswer(nothing), lossByHour: [], proofDay: null };
  const daily = await dailyOf(tx, plant, behind, behind.from, behind.to);
  const proof = proofDays(daily, behind);
  return {
    ...answer,
    daily: dailyAnswer(withLosses(daily, await lossesOf(tx, behind))),
    lossByHour: await lossByHour(tx, behind as Behind & { plant: typeof plant }, proof, now),
    proofDay: proof[0] ?? null,
  };
});

const nothing: Daily = { days: [], produced: [], expected: [], siblings: [], completeness: [], sources: [] };

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

import type { OutputOf } from '@helioport/contract/endpoint';
import type { influx } from '@helioport/contract/influx';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { latestLine } from '../../queries/influx/latestLine.ts';
import { writeLines } from '../../queries/influx/write.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { outputTarget } from '../../repositories/influxOutputs.ts';

type Outcome = OutputOf<typeof influx.test>;

async function prepare(call: EarlyCall<typeof influx.test>): Promise<Outcome> {
  const plant = await siteToChange(call, call.input.sid);
  const target = (await outputTarget(call.tx, plant.id)) ?? fail('influx.none');
  const line = await latestLine(call.tx, plant, call.now);
  return await writeLines(target, [line], call.services.config.allowsPrivateHooks);
}

export default withPreparation<typeof influx.test, Outcome>(prepare, async (_call, outcome) => outcome);

import type { ParsedOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { SERIALS_ENTERED_MAX } from '@helioport/contract/productSerials';
import { serialRange } from '@helioport/domain/serialRange';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { namedSerials } from './internal/change.ts';
import { issueMany } from './internal/issue.ts';
import { serialConditions } from './internal/serialConditions.ts';

type Many = typeof product.snIssueMany;

export default handler<typeof product.snIssueMany>(async (call) => {
  const { input } = call;
  const sns = input.isMatching ? await matching(call) : rangeOf(input);
  return await issueMany(call, sns, input);
});

function rangeOf({ from, to }: ParsedOf<Many>): string[] {
  if (from === '' && to === '') return [];
  return namedSerials(
    serialRange(from.trim(), to.trim(), SERIALS_ENTERED_MAX) ??
      fail('serial.range', { max: SERIALS_ENTERED_MAX }),
  );
}

async function matching({ input, me, visible, tx }: Call<Many>): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select e.sn from ${visible.editableSerials} e
    where e.product_number is not null and ${serialConditions(input.filters, me)}
    order by e.sn limit ${SERIALS_ENTERED_MAX + 1}`.execute(tx);
  if (rows.length > SERIALS_ENTERED_MAX) fail('sheet.tooLong', { max: SERIALS_ENTERED_MAX });
  return rows.map(({ sn }) => sn);
}

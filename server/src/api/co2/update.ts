import type { co2 } from '@helioport/contract/co2';
import { factorIn, type GridFactor, gridFactors, WORLD } from '@helioport/domain/gridFactors';
import { demandOperator } from '../../access/grants.ts';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { countries } from '../../platform/placeNames.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { lockFactors, ownFactors, putFactor } from '../../repositories/gridFactors.ts';

const ENGLISH = 6;

export default handler<typeof co2.update>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const { countryCode } = input;
  const isKnown = countryCode === WORLD || countries(ENGLISH).some(({ code }) => code === countryCode);
  if (!isKnown) fail('request.invalid', { field: 'countryCode' });
  const factor = input.isReset ? null : given(input);
  await lockFactors(tx);
  const own = await ownFactors(tx);
  const before = own.get(countryCode);
  if (same(before ?? null, factor)) return {};
  const at = new Date(now);
  await putFactor(tx, { countryCode, factor, at, userId: me.userId });
  const counted = new Map([...gridFactors, ...own]);
  const counting = new Map(counted);
  if (factor) counting.set(countryCode, factor);
  else {
    counting.delete(countryCode);
    const builtIn = gridFactors.get(countryCode);
    if (builtIn) counting.set(countryCode, builtIn);
  }
  await writeAudit(tx, me, now, {
    action: 'co2.update',
    subject: countryCode,
    detail: { before: factorIn(counted, countryCode), after: factorIn(counting, countryCode) },
  });
  return {};
});

type Given = Call<typeof co2.update>['input'];

/** A factor requires a value, a source and a year. */
const given = ({ kgPerKwh, source, year }: Given): GridFactor => ({
  kgPerKwh: kgPerKwh ?? fail('request.invalid', { field: 'kgPerKwh' }),
  source: source ?? fail('request.invalid', { field: 'source' }),
  year: year ?? fail('request.invalid', { field: 'year' }),
});

const same = (one: GridFactor | null, other: GridFactor | null): boolean =>
  one?.kgPerKwh === other?.kgPerKwh && one?.source === other?.source && one?.year === other?.year;

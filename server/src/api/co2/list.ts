import type { co2 } from '@helioport/contract/co2';
import type { OutputOf } from '@helioport/contract/endpoint';
import { factorIn, factorKeyOf, gridFactors, WORLD } from '@helioport/domain/gridFactors';
import { languageByCode } from '@helioport/domain/languages';
import { handler } from '../../access/handler.ts';
import { countries } from '../../platform/placeNames.ts';
import { ownFactors } from '../../repositories/gridFactors.ts';

type Row = OutputOf<typeof co2.list>['list'][number];

/** Most of the 250 countries are in no database table, so they are filtered, sorted and paged here. */
export default handler<typeof co2.list>(async ({ input, tx, lan }) => {
  const own = await ownFactors(tx);
  const factors = new Map([...gridFactors, ...own]);
  const { compare } = new Intl.Collator(languageByCode(lan)?.tag ?? 'en-US');
  const words = input.filters.keywords.toLocaleLowerCase();
  const { isOwn } = input.filters;
  const rows = [{ code: WORLD, name: '' }, ...countries(lan)]
    .map(
      ({ code, name }): Row => ({
        countryCode: code,
        countryName: name,
        ...factorIn(factors, code),
        isOwn: own.has(code),
        isWorld: code !== WORLD && factorKeyOf(factors, code) === WORLD,
      }),
    )
    .filter(
      (row) =>
        (words === '' ||
          row.countryName.toLocaleLowerCase().includes(words) ||
          row.countryCode.toLowerCase() === words) &&
        (isOwn === null || row.isOwn === isOwn),
    );
  for (const { field, order } of input.sort.toReversed()) {
    const sign = order === 'desc' ? -1 : 1;
    rows.sort(
      (a, b) =>
        sign * (field === 'countryName' ? compare(a.countryName, b.countryName) : a[field] - b[field]),
    );
  }
  const { size, num } = input.page;
  return { list: rows.slice(num * size, (num + 1) * size), total: rows.length };
});

// A device kind is one entry of domain/src/deviceKinds.ts: no other code compares kinds by number, name or the page on
// which older clients show them. Capabilities are properties of the entry.
import { deviceKinds } from '@helioport/domain/deviceKinds';

const names = deviceKinds.map(({ key }) => key).join('|');

const forms: readonly RegExp[] = [
  // `kind = 0`, `device.kind === 1`, in SQL and in code.
  /\bkind\s*(?:=|==|===|<>|!=|!==)\s*\d/,
  // `kind in (0, 5)`, `d.kind not in ('meter')`
  /\bkind\s+(?:not\s+)?in\s*\(\s*['\d]/,
  // `kind === 'meter'`, `d.kind <> 'battery'`
  new RegExp(`\\bkind\\s*(?:=|==|===|<>|!=|!==)\\s*'(?:${names})'`),
  // `['meter', 'battery'].includes(device.kind)`
  new RegExp(`'(?:${names})'\\s*\\]\\.includes\\(`),
  // `pageType === 3`, `pageTypes.get(…)`: code with the page also has the kind.
  /\bpageTypes?\b\s*(?:=|==|===|!=|!==)\s*\d|\bpageTypes?\.(?:get|has)\(|\.has\(pageType/,
];

/** The lines of a source file that compare kinds, each with its number. */
export const kindComparisons = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, i) => (forms.some((form) => form.test(line)) ? [`${i + 1}: ${line.trim()}`] : []));

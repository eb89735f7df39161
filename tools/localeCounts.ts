// Languages count differently: "1 device, 2 devices" in English; four forms in Polish, one in Chinese. A text with a
// number has one entry per plural form of its language (`x_one`, `x_few`, `x_many`, `x_other`), as named by
// Intl.PluralRules. This check reports missing and superfluous forms, and texts with a number but without forms.
import { languages } from '@helioport/domain/languages';

type Words = Readonly<Record<string, string>>;

const FORM = /_(zero|one|two|few|many|other)$/;

/** The key that code asks for: `site.deviceCount` for `site.deviceCount_few`; any other key as it is. */
export const stemOf = (key: string): string => key.replace(FORM, '');

/** Places that stand for words, or for quantities that are written with their unit before they get here. */
const wordPlaces = new Set(
  `address age array at bought browser brand charge child code company country currency day device email energy field from high host id
  inviter kind label less low made max money name named names next parent percent power price q revenue rise role sample saved set share since site sn sold span states subject detail months month plant
  support system time to url used value what where
  yield zone`.split(/\s+/),
);

/** Texts with a number that need no forms: nothing in them changes with it, in no language. */
const bare: Readonly<Record<string, string>> = {
  'auth.rights.added': 'a label and its number',
  'auth.rights.removed': 'a label and its number',
  'health.upstreamReason.status': 'a code behind its name',
  'auth.titles': 'so many of so many, in brackets',
  'campaign.progress': 'numbers only',
  'commission.why.layout.noSerial': 'a label and its number',
  'company.list.more': 'the number in brackets',
  'company.ownCount': 'an adverb follows',
  'failure.account.wrongPassword': 'clients read the number at its end',
  'groupAccess.more': 'no noun follows',
  'command.more': 'shown only with many',
  'dashboard.clearSkyOf': 'labels and their numbers',
  'device.act.sumsLeft': 'an ordinal',
  'device.act.typeCount': 'a label and its number',
  'device.module.plane': 'a unit follows',
  'device.module.rated': 'a unit follows',
  'groupAccess.moreOf': 'no noun follows',
  'mail.report.lostModule': 'an ordinal',
  'site.benefit.car': 'a unit follows',
  'site.bulk.progress': 'numbers only',
  'imports.columnNumber': 'an ordinal',
  'imports.dayCount': 'a label and its number',
  'imports.interval': 'a unit follows',
  'imports.skipped': 'a label and its number',
  'imports.unused': 'a label and its number',
  'request.queued': 'an ordinal',
  'serial.many.matching': 'the number comes written out',
  'serial.many.result': 'labels and their numbers',
  'serial.many.select': 'the number comes written out',
  'serial.enter.summary': 'a label and its number',
  'site.bulk.summary': 'a label and its number',
  'site.bulk.typeCount': 'a label and its number',
  'site.bulk.wrongCount': 'no noun follows',
  'site.commission.photo': 'an ordinal',
  'site.commission.photoRemove': 'an ordinal',
  'site.place': 'numbers only',
  'table.range': 'numbers only',
  'tree.level': 'an ordinal',
  'user.delete.more': 'no noun follows',
};

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
const placesOf = (text: string) => new Set([...text.matchAll(PLACE)].map(([, name]) => name ?? ''));

/** Numbers for testing which plural form applies: small and large integers, and fractions. */
const samples = [...Array(201).keys(), 1_000_000, 2_000_000, 0.1, 0.5, 1.5];

/** What is wrong with texts that have numbers in them, one line each. */
export function findCountProblems(locales: ReadonlyMap<string, Words>): string[] {
  const english = locales.get('en') ?? {};
  const stems = new Set(
    Object.keys(english)
      .filter((key) => FORM.test(key))
      .map(stemOf),
  );
  const problems: string[] = [];
  for (const [webCode, words] of locales) {
    const rules = new Intl.PluralRules(languages.find((one) => one.webCode === webCode)?.tag);
    for (const stem of stems) problems.push(...formProblems(webCode, words, stem, rules, english));
    for (const key of Object.keys(words)) {
      if (FORM.test(key) && !stems.has(stemOf(key))) problems.push(`${webCode}: "${key}" is not in English`);
    }
  }
  for (const [key, text] of Object.entries(english)) {
    if (FORM.test(key) || bare[key] !== undefined) continue;
    const numbers = [...placesOf(text)].filter((place) => !wordPlaces.has(place));
    if (numbers.length > 0)
      problems.push(`en: "${key}" has a number (${numbers.join(', ')}) and needs forms: ${key}_one, …`);
  }
  for (const key of Object.keys(bare)) {
    if (english[key] === undefined) problems.push(`en: "${key}" is excused from forms and does not exist`);
  }
  return problems;
}

function formProblems(
  webCode: string,
  words: Words,
  stem: string,
  rules: Intl.PluralRules,
  english: Words,
): string[] {
  const needed: readonly string[] = rules.resolvedOptions().pluralCategories;
  const problems: string[] = [];
  for (const form of ['zero', 'one', 'two', 'few', 'many', 'other']) {
    const key = `${stem}_${form}`;
    const text = words[key];
    if (text === undefined) {
      if (needed.includes(form)) problems.push(`${webCode}: "${key}" is missing`);
      continue;
    }
    if (!needed.includes(form)) {
      problems.push(`${webCode}: "${key}" is a form that the language does not have`);
      continue;
    }
    const wanted = placesOf(english[`${stem}_other`] ?? '');
    const present = placesOf(text);
    // "the entry" may say one without its number, unless the form is used for other numbers as well: French has the
    // same one for none and one and a half.
    if (samples.filter((number) => rules.select(number) === form).length === 1) present.add('count');
    if ([...wanted, 'count'].some((place) => !present.has(place)) || present.size > wanted.size)
      problems.push(`${webCode}: "${key}" has other placeholders than English`);
  }
  if (words[stem] !== undefined) problems.push(`${webCode}: "${stem}" exists next to its plural forms`);
  return problems;
}

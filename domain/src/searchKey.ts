// Texts as searches compare them: without case and accents, so that "zielinska" finds "Zielińska". The database does the
// same in `search_key()` (server/schema.sql); server/src/platform/search.test.ts holds both to each other.

/** Letters that do not decompose into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/** The text in lower case, without accents, in one form for wide and narrow signs. */
export const searchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœþłøđðħŧı]/g, (letter) => letters[letter] ?? letter);

/** The words of a search text, normalized; each of them has to be found. */
export const searchWords = (text: string): string[] => searchKey(text).split(/\s+/).filter(Boolean);

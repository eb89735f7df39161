// Passwords that are easy to guess: the most common ones, and the texts shown next to the field.
import fs from 'node:fs';

/** The thousand commonest of six characters and more, from published lists of leaked ones, separated by white space. */
const common: ReadonlySet<string> = new Set(
  fs
    .readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
);

/** Least length of a name to be considered: shorter ones occur in many words. */
const NAME_MIN = 3;
/** What must be left of a password without a name. */
const REST_MIN = 4;

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** All of its characters follow each other: one repeated, or counted up or down. */
function isRow(letters: string): boolean {
  const codes = Array.from(letters, (letter) => letter.charCodeAt(0));
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)));
  return steps.size <= 1 && [0, 1, -1].includes([...steps][0] ?? 0);
}

/** Whether a password is one of the commonest, with or without digits and signs around it, or a row of characters. */
export function isCommonPassword(password: string): boolean {
  const plain = password.trim().toLowerCase();
  const letters = lettersOf(plain);
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return common.has(plain) || common.has(letters) || common.has(core) || isRow(letters);
}

/** Whether little is left of a password without one of these names, such as the one of its mail address. */
export function isNamePassword(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password);
  return names
    .map(lettersOf)
    .some(
      (name) =>
        name.length >= NAME_MIN &&
        letters.includes(name) &&
        letters.replaceAll(name, '').replace(/^\d+|\d+$/g, '').length < REST_MIN,
    );
}

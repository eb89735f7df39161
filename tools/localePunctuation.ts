// Punctuation that belongs to a language: French keeps a space before its tall marks and inside its quotes, and no line
// ends there; Chinese and Japanese have marks of full width, which bring their own room.

type Words = Readonly<Record<string, string>>;

interface Rule {
  /** Matches what is wrong, in a text whose places and addresses are replaced by a letter. */
  wrong: RegExp;
  message: string;
}

const wide: readonly Rule[] = [
  {
    wrong: /[：；？！，。、（）「」“”] | [：；？！，。、（）「」]/,
    message: 'has a space next to a full-width mark',
  },
  {
    wrong: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*[:;?!,]/u,
    message: 'has a half-width mark after a full-width character',
  },
];

const rules: Readonly<Record<string, readonly Rule[]>> = {
  fr: [
    { wrong: /(?<![\u00a0\w])[:;?!]|\w[:;?!](?!\w)/, message: 'needs a no-break space before : ; ? !' },
    { wrong: /«(?!\u00a0)|(?<!\u00a0)»/, message: 'needs no-break spaces inside « »' },
  ],
  zh: wide,
  ja: wide,
};

/** Texts with marks that a language would set otherwise, one line each. */
export function findPunctuationProblems(locales: ReadonlyMap<string, Words>): string[] {
  const problems: string[] = [];
  for (const [webCode, words] of locales) {
    for (const [key, text] of Object.entries(words)) {
      const plain = text.replaceAll(/\{\{\s*\w+\s*\}\}|https?:\/\//g, 'x');
      for (const { wrong, message: says } of rules[webCode] ?? [])
        if (wrong.test(plain)) problems.push(`${webCode}: "${key}" ${says}`);
    }
  }
  return problems;
}

/** Code that appends a colon to a text, which is the punctuation of some languages only; lines as `file: line`. */
export function findOwnColons(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(/\bt\([^)\n]*\)\}: .*/g)].map(
      ([line]) => `${file}: "${line}" sets its own colon; write it with public.labelled`,
    ),
  );
}

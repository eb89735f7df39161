// Finds terms of the old dialect in English text: words that the writing guide replaces with standard industry terms.
// Covers interface texts, documents and comments. Texts quoted from the specification are allowed to the letter.

interface Term {
  pattern: RegExp;
  /** What to write instead. */
  use: string;
  /** True if the term is wrong in interface texts but right elsewhere, for example in the name of a state. */
  isUiOnly?: true;
}

const terms: readonly Term[] = [
  {
    pattern: /\b(?:whoever|whomever|somebody|nobody|everybody|anybody)\b/i,
    use: 'a user, no user, everyone, anyone',
  },
  { pattern: /\b(?:he|him|his|himself|she|her|herself)\b/i, use: 'you, they or a role' },
  {
    pattern: /\b(?:is|are|was|were|be|been|being) told\b|\btold (?:of|back|at once)\b/i,
    use: 'sent, notified or confirmed',
  },
  { pattern: /\b(?:makes?|made|making) (?:nothing|less)\b/i, use: 'not producing, underperforming' },
  { pattern: /\bstands?\b(?! (?:by|alone|for)\b)/i, use: 'is, is active, is shown' },
  {
    pattern: /\b(?:speaks?|spoke|spoken|hears?|heard|says|wakes?|sleeps?|asleep|dies)\b/i,
    use: 'reports, received, standby',
  },
  { pattern: /\bin all\b(?=[.,;:!?)]|$)/i, use: 'in total, lifetime' },
  { pattern: /\bby night\b/i, use: 'at night' },
  { pattern: /\bbesides?\b/i, use: 'next to, in addition to' },
  { pattern: /\bfor good\b/i, use: 'permanently' },
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bso far\b/i, use: 'yet, to date' },
  { pattern: /\bat once\b(?! for)/i, use: 'immediately, at a time' },
  { pattern: /\bby itself\b/i, use: 'automatically' },
  { pattern: /\b(?:graver|gravest)\b/i, use: 'more severe' },
  { pattern: /\b(?:take|takes|taken|took) (?:it |them )?back\b/i, use: 'undo, revoke' },
  { pattern: /\bput(?:s|ting)? off\b/i, use: 'postpone' },
  { pattern: /\blook(?:s|ed)? after\b/i, use: 'manage, assigned to' },
  { pattern: /\bblack ?list\b/i, use: 'blocklist' },
  { pattern: /\bchange log\b/i, use: 'audit log' },
  { pattern: /\bdemo world\b/i, use: 'demo data' },
  { pattern: /\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i, use: 'log in, log out' },
  { pattern: /\be-mails?\b|\bmails\b|\b(?:a|an|by|every|no|the|this) mail\b(?! server)/i, use: 'email' },
  { pattern: /\bhand(?:s|ed|ing)? over\b/i, use: 'transfer' },
  { pattern: /\bmakers?\b/i, use: 'manufacturer' },
  { pattern: /\bplanes?\b/i, use: 'array' },
  { pattern: /\bserials?\b(?! numbers?\b)/i, use: 'serial number' },
  { pattern: /\bas it stands\b/i, use: 'unchanged, current' },
  {
    pattern: /\b(?:this|the|a) house\b|\bhouse tests?\b|\batlas\b/i,
    use: 'installation, architecture tests',
  },
  { pattern: /\bdoors?\b/i, use: 'endpoint' },
  { pattern: /\btimetable\b/i, use: 'scheduler' },
  {
    pattern:
      /\b(?:ca|wo|do|does|did|is|are|was|were|has|have|should|could|would)n[’']t\b|\b(?:it|that|there)[’']s\b|\b(?:you|we|they)[’'](?:re|ve|ll)\b/i,
    use: 'the full form',
  },
  { pattern: /\be\.g\.|\bi\.e\./i, use: 'for example, that is' },
  { pattern: /\bplease\b/i, use: 'the bare instruction', isUiOnly: true },
  { pattern: /\bsilent\b/i, use: 'not reporting', isUiOnly: true },
  { pattern: /\bupgrades?\b/i, use: 'firmware update', isUiOnly: true },
  { pattern: /\bnews\b/i, use: 'updates', isUiOnly: true },
];

const found = (text: string, isUi: boolean): string[] =>
  terms.flatMap(({ pattern, use, isUiOnly }) => {
    if (isUiOnly && !isUi) return [];
    const [term] = pattern.exec(text) ?? [];
    return term === undefined ? [] : [`"${term}" (${use})`];
  });

/** Dialect in interface texts, one line each. `quoted` are texts that the specification prescribes. */
export function dialectInTexts(
  words: Readonly<Record<string, string>>,
  quoted: ReadonlySet<string>,
): string[] {
  return Object.entries(words).flatMap(([key, text]) =>
    quoted.has(text) ? [] : found(text.replace(/\{\{.*?\}\}/g, 'X'), true).map((one) => `${key}: ${one}`),
  );
}

/** Dialect in a Markdown document, one line each. Code, addresses and `quoted` texts are not checked. */
export function dialectInDocument(page: string, text: string, quoted: readonly string[]): string[] {
  const prose = text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`|^#+ v\d\/\S+$/gm, 'X')
    .replace(/\]\([^)\n]*\)/g, ']');
  return prose.split('\n').flatMap((line, i) => {
    const own = quoted.reduce((rest, quote) => rest.replaceAll(quote, 'X'), line);
    return found(own, false).map((one) => `${page}:${i + 1}: ${one}`);
  });
}

/** Dialect in the comments of a source file, one line each. */
export function dialectInComments(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, i) => {
    const [, comment = ''] = /^\s*(?:\/\/|\/?\*+(?!\/))(.*)$/.exec(line) ?? [];
    return found(comment.replace(/`[^`]*`/g, 'X'), false).map((one) => `${file}:${i + 1}: ${one}`);
  });
}

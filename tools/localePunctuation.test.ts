import { describe, expect, it } from 'vitest';
import { findOwnColons, findPunctuationProblems } from './localePunctuation.ts';

const problemsOf = (webCode: string, text: string) =>
  findPunctuationProblems(new Map([[webCode, { a: text }]]));

describe('punctuation', () => {
  it.each([
    ['fr', 'Fermées\u00a0: 3\u00a0; «\u00a0oui\u00a0»\u00a0?'],
    ['fr', 'p. ex. user:create, https://example.com'],
    ['zh', '已结束的会话：{{count}}'],
    ['zh', '以 https:// 开头的地址'],
    ['de', 'Fermées : 3'],
  ])('is good: %s %s', (webCode, text) => expect(problemsOf(webCode, text)).toEqual([]));

  it.each([
    ['fr', 'Fermées: 3'],
    ['fr', 'Fermées : 3'],
    ['fr', '{{name}}: ouvert'],
    ['fr', 'Vraiment?'],
    ['fr', '« oui »'],
    ['zh', '会话： {{count}}'],
    ['zh', '会话: {{count}}'],
    ['zh', '{{name}} （好）'],
    ['ja', '受信: {{count}}'],
  ])('is wrong: %s %s', (webCode, text) => expect(problemsOf(webCode, text)).toHaveLength(1));

  it('finds a colon that code sets by itself', () => {
    const files = new Map([['a.tsx', "label={`${t('shell.account')}: ${email}`}"]]);
    expect(findOwnColons(files)).toHaveLength(1);
  });
});

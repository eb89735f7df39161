import { describe, expect, it } from 'vitest';
import { inlinesOf, readPolicy } from './policyText.ts';

describe('the text of a policy', () => {
  it('has headings, paragraphs and lists', () => {
    expect(readPolicy('# Data\n\nWe keep\nlittle.\n- one\n- two\n\n## More\nEnd.')).toMatchObject([
      { kind: 'heading', level: 2, text: 'Data' },
      { kind: 'paragraph', text: 'We keep little.' },
      { kind: 'list', items: ['one', 'two'] },
      { kind: 'heading', level: 3, text: 'More' },
      { kind: 'paragraph', text: 'End.' },
    ]);
  });

  it('has strong words and links to the web, and nothing that runs', () => {
    expect(inlinesOf('a **b** [c](https://x.test/d) <b>e</b> [f](javascript:alert(1))')).toMatchObject([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'c', href: 'https://x.test/d' },
      { kind: 'text', text: ' <b>e</b> [f](javascript:alert(1))' },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicy } from './policyText.ts';

describe('readPolicy', () => {
  it('reads headings, paragraphs, lists, strong words and links', () => {
    const text = `# Privacy

We keep **little**,
and [tell you](https://example.com/more) what.
## Rights
- ask us
- [write](mailto:us@example.com)`;
    expect(readPolicy(text)).toEqual([
      { kind: 'heading', level: 1, parts: [{ kind: 'text', text: 'Privacy' }] },
      {
        kind: 'paragraph',
        parts: [
          { kind: 'text', text: 'We keep ' },
          { kind: 'strong', text: 'little' },
          { kind: 'text', text: ', and ' },
          { kind: 'link', text: 'tell you', href: 'https://example.com/more' },
          { kind: 'text', text: ' what.' },
        ],
      },
      { kind: 'heading', level: 2, parts: [{ kind: 'text', text: 'Rights' }] },
      {
        kind: 'list',
        items: [
          [{ kind: 'text', text: 'ask us' }],
          [{ kind: 'link', text: 'write', href: 'mailto:us@example.com' }],
        ],
      },
    ]);
  });

  it('keeps HTML and links that run as text', () => {
    for (const text of ['<script>alert(1)</script>', '[x](javascript:alert(1))', '[x](data:text/html,y)']) {
      expect(readPolicy(text)).toEqual([{ kind: 'paragraph', parts: [{ kind: 'text', text }] }]);
    }
  });

  it('reads anything, and makes no link that leads elsewhere than to the web or to a mail', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'#-*[]()ax:/\n htpsmailo'.split('')) }), (text) => {
        for (const block of readPolicy(text)) {
          const parts = block.kind === 'list' ? block.items.flat() : block.parts;
          for (const part of parts)
            if (part.kind === 'link') expect(part.href).toMatch(/^(https?:\/\/|mailto:)/);
        }
      }),
    );
  });
});

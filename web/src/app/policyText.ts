// Parses the operator's privacy policy: # headings, - lists, **strong** and [links](https://…). Rendered as React
// elements, never as HTML, so that it cannot contain scripts.

/** `at` is the position of a part in the text: the line of a block, the character of an inline part. */
interface Place {
  at: number;
}

export type Block = Place &
  (
    | { kind: 'heading'; level: 2 | 3; text: string }
    | { kind: 'paragraph'; text: string }
    | { kind: 'list'; items: string[] }
  );

export type Inline =
  | (Place & { kind: 'text'; text: string })
  | (Place & { kind: 'strong'; text: string })
  | (Place & { kind: 'link'; text: string; href: string });

/** The blocks of a text, in order. A single # is a heading of level 2, since the page has its own title. */
export function readPolicy(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    const last = isOpen ? blocks.at(-1) : undefined;
    const [, marks, title] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
    const [, item] = /^[-*]\s+(.*)$/.exec(line) ?? [];
    isOpen = line !== '' && title === undefined;
    if (title !== undefined) blocks.push({ at, kind: 'heading', level: marks === '#' ? 2 : 3, text: title });
    else if (item !== undefined) {
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ at, kind: 'list', items: [item] });
    } else if (line !== '') {
      if (last?.kind === 'paragraph') last.text += ` ${line}`;
      else blocks.push({ at, kind: 'paragraph', text: line });
    }
  }
  return blocks;
}

const marked = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/g;

/** Bold text, links to web and email addresses, and the text between them. */
export function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  const plain = (to: number) => {
    if (to > from) found.push({ at: from, kind: 'text', text: text.slice(from, to) });
  };
  for (const match of text.matchAll(marked)) {
    const [whole, strong, words, href] = match;
    plain(match.index);
    if (strong !== undefined) found.push({ at: match.index, kind: 'strong', text: strong });
    else if (words !== undefined && href !== undefined)
      found.push({ at: match.index, kind: 'link', text: words, href });
    from = match.index + whole.length;
  }
  plain(text.length);
  return found;
}

// The privacy policy of a brand: plain text with a little markdown, read into parts that are drawn one by one. HTML in
// it is just letters, so nothing that an operator pastes can run.

/** A piece of a line. */
export type PolicyPart =
  | { kind: 'text' | 'strong'; text: string }
  /** `href` begins with https:, http: or mailto:. */
  | { kind: 'link'; text: string; href: string };

export type PolicyBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; parts: PolicyPart[] }
  | { kind: 'paragraph'; parts: PolicyPart[] }
  | { kind: 'list'; items: PolicyPart[][] };

const marked = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)/g;

function partsOf(line: string): PolicyPart[] {
  const parts: PolicyPart[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (to > end) parts.push({ kind: 'text', text: line.slice(end, to) });
  };
  for (const match of line.matchAll(marked)) {
    const [whole, strong, text, href] = match;
    addText(match.index);
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else parts.push({ kind: 'link', text: text ?? '', href: href ?? '' });
    end = match.index + whole.length;
  }
  addText(line.length);
  return parts;
}

/**
 * Reads `#`, `##` and `###` headings, `- ` lists, paragraphs (ended by an empty line), `**strong**` and
 * `[text](https://…)`. Anything else is text.
 */
export function readPolicy(text: string): PolicyBlock[] {
  const blocks: PolicyBlock[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: partsOf(lines.join(' ')) });
    lines = [];
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const [, marks, heading] = /^(#{1,3})\s+(.+)$/.exec(line) ?? [];
    const [, item] = /^[-*]\s+(.+)$/.exec(line) ?? [];
    if (marks !== undefined && heading !== undefined) {
      endParagraph();
      blocks.push({ kind: 'heading', level: marks.length as 1 | 2 | 3, parts: partsOf(heading) });
    } else if (item !== undefined) {
      endParagraph();
      const last = blocks.at(-1);
      if (last?.kind === 'list') last.items.push(partsOf(item));
      else blocks.push({ kind: 'list', items: [partsOf(item)] });
    } else if (line === '') {
      endParagraph();
    } else {
      lines.push(line);
    }
  }
  endParagraph();
  return blocks;
}

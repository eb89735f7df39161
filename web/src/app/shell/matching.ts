// Selectable entries, and which of them match the search text.
import { folded, searchWords } from '@helioport/domain/folded';
import type { IconName } from '../../components/base/Icon.tsx';

export interface Command {
  /** Tells it from all others. */
  id: string;
  title: string;
  /** Where it belongs, in muted words behind the title. */
  detail?: string;
  icon: IconName;
  /** Other names under which it is searched, divided by spaces; never shown. */
  names?: string;
  act: () => void;
}

/**
 * Those that have every word of the text in title, detail or other names, accents ignored; those whose title begins
 * with it first.
 */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = searchWords(text);
  const begins = ({ title }: Command) => folded(title).startsWith(folded(text.trim()));
  const found = commands.filter(({ title, detail = '', names = '' }) => {
    const all = folded(`${title} ${detail} ${names}`);
    return words.every((word) => all.includes(word));
  });
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

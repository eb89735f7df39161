// Selectable entries, and which of them match the search text.
import { searchKey, searchWords } from '@helioport/domain/searchKey';
import type { IconName } from '../../components/base/Icon.tsx';

export interface Command {
  /** Unique key. */
  id: string;
  title: string;
  /** Its group, muted after the title. */
  detail?: string;
  icon: IconName;
  /** Alternative search terms, separated by spaces; never shown. */
  names?: string;
  act: () => void;
}

/**
 * Commands that contain every search word in title, detail or other names, ignoring accents; those whose title starts
 * with the text first.
 */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = searchWords(text);
  const begins = ({ title }: Command) => searchKey(title).startsWith(searchKey(text.trim()));
  const found = commands.filter(({ title, detail = '', names = '' }) => {
    const all = searchKey(`${title} ${detail} ${names}`);
    return words.every((word) => all.includes(word));
  });
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

// Lines that can be chosen, and which of them fit what somebody typed.
import type { IconName } from '../../ui/base/Icon.tsx';

export interface Command {
  /** Tells it from all others. */
  id: string;
  title: string;
  /** Where it belongs, in muted words behind the title. */
  detail?: string;
  icon: IconName;
  act: () => void;
}

/** Those that hold every word of the text in title or detail, those whose title begins with it first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ title }: Command) => title.toLowerCase().startsWith(text.trim().toLowerCase());
  const found = commands.filter(({ title, detail = '' }) => {
    const all = `${title} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

// Links to the sections of a long page, read from the panels that are there: some come later, some never.
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '../../../i18n.ts';

interface Section {
  /** The `fold` of its panel. */
  name: string;
  title: string;
}

interface SectionLinksProps {
  /** The element that holds the panels. */
  of: RefObject<HTMLElement | null>;
}

export function SectionLinks({ of }: SectionLinksProps): ReactNode {
  const [sections, setSections] = useState<readonly Section[]>([]);
  const [search] = useSearchParams();
  useEffect(() => {
    const element = of.current;
    if (element === null) return;
    const read = () =>
      setSections((before) => {
        const found = sectionsIn(element);
        return sameText(before) === sameText(found) ? before : found;
      });
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [of]);
  return (
    <nav aria-label={t('site.edit.sections')} className="hp-sections">
      {sections.map(({ name, title }) => {
        const to = new URLSearchParams(search);
        to.set('section', name);
        return (
          <Link
            aria-current={search.get('section') === name ? 'location' : undefined}
            key={name}
            preventScrollReset
            replace
            to={`?${to}`}
          >
            {title}
          </Link>
        );
      })}
    </nav>
  );
}

const sectionsIn = (element: HTMLElement): Section[] =>
  [...element.querySelectorAll<HTMLElement>('[data-fold]')].map((panel) => ({
    name: panel.dataset.fold ?? '',
    title: panel.querySelector('h2')?.textContent ?? '',
  }));

const sameText = (sections: readonly Section[]): string =>
  sections.map(({ name, title }) => `${name} ${title}`).join('\n');

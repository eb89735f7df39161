import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { Skeleton } from './Skeleton.tsx';
import './tabs.css';

interface TabsProps<Key extends string> {
  tabs: readonly { key: Key; title: string }[];
  /** The one that is shown. */
  value: Key;
  onChange: (key: Key) => void;
  /** The pointer or the focus reached the tabs, so data of the other tabs can be prefetched. */
  onNear?: () => void;
  /** Content of the selected tab; a skeleton is shown until it has loaded. */
  children: ReactNode;
}

/** The tab that an arrow key focuses, by position and count. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Tabs without the UI kit. A single Tab stop; arrow keys move the focus and Enter selects, so that passing a tab does
 * not load it. Tabs that do not fit scroll horizontally, and the selected one is always scrolled into view.
 */
export function Tabs<Key extends string>(props: TabsProps<Key>): ReactNode {
  const { tabs, value, onChange, onNear, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (!list.current || !shown) return;
    // Not `scrollIntoView`, which would move the page, too.
    const { offsetLeft, offsetWidth } = shown;
    const { scrollLeft, clientWidth } = list.current;
    if (offsetLeft < scrollLeft) list.current.scrollLeft = offsetLeft;
    if (offsetLeft + offsetWidth > scrollLeft + clientWidth)
      list.current.scrollLeft = offsetLeft + offsetWidth - clientWidth;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    stops[step(at, stops.length)]?.focus();
  };
  return (
    <div className="hp-tabs">
      <div className="hp-tabs-bar">
        <div onFocus={onNear} onKeyDown={onKeyDown} onPointerEnter={onNear} ref={list} role="tablist">
          {tabs.map(({ key, title }) => (
            <button
              aria-controls={key === value ? `${id}panel` : undefined}
              aria-selected={key === value}
              data-tab={key}
              id={`${id}${key}`}
              key={key}
              onClick={() => onChange(key)}
              role="tab"
              tabIndex={key === value ? 0 : -1}
              type="button"
            >
              {title}
            </button>
          ))}
        </div>
      </div>
      <div aria-labelledby={`${id}${value}`} id={`${id}panel`} key={value} role="tabpanel">
        <Suspense fallback={<Skeleton height={480} lines={10} />}>{children}</Suspense>
      </div>
    </div>
  );
}

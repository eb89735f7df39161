// A table that scrolls in a frame of its own. From `VIRTUAL_FROM` rows on, only those in view are in the document.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import './longTable.css';

/** Shorter tables are complete, so that the browser finds their text. */
const VIRTUAL_FROM = 200;
/** Rows in the document before and after those in view, for steps by keyboard. */
const OVERSCAN = 8;
/** Estimates in px for the first drawing. */
const ROW_PX = 36;
const FRAME_PX = 520;

interface LongTableProps {
  /** What the table lists, for screen readers. */
  label: string;
  /** Class of the frame, which limits its height. */
  className: string;
  /** The cells of the heading row. */
  head: ReactNode;
  /** Number of rows. */
  count: number;
  /** Identity of a row, from 0. */
  keyOf: (at: number) => string | number;
  /** The cells of a row, from 0. */
  cells: (at: number) => ReactNode;
}

/** Screen readers get the number of rows and the position of each; a printer gets all rows. */
export function LongTable({ label, className, head, count, keyOf, cells }: LongTableProps): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<number>();
  const isPrinting = useIsPrinting();
  const rowPx = useRef(ROW_PX);
  const isVirtual = count >= VIRTUAL_FROM && !isPrinting;
  // Its values stay in this component, which React Compiler leaves alone.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    overscan: OVERSCAN,
    estimateSize: () => rowPx.current,
    getItemKey: keyOf,
    getScrollElement: () => frame.current,
    initialRect: { width: 0, height: FRAME_PX },
    // The focused row stays when it scrolls out of view, with its neighbors: the next step starts there.
    rangeExtractor: (range) => {
      const near = focused === undefined ? [] : [focused - 1, focused, focused + 1];
      const kept = near.filter((at) => at >= 0 && at < count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
  });
  const width = virtualizer.scrollRect?.width;
  // Rows are measured when they appear; the others count as high as the first one, so that the End key reaches the last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height in a frame of another width
  useLayoutEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>('tbody tr');
    if (!isVirtual || !row) return;
    rowPx.current = row.offsetHeight;
    virtualizer.measure();
  }, [isVirtual, width, virtualizer]);
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: count };
  const isKept = (at: number) => at < startIndex - OVERSCAN || at > endIndex + OVERSCAN;
  const items = virtualizer.getVirtualItems();
  const inFlow = items.filter(({ index }) => !isKept(index));
  const onFocus = ({ target }: FocusEvent) => {
    const at = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    setFocused(at === undefined ? undefined : Number(at));
  };
  return (
    <section
      aria-label={label}
      className={`hp-long-table ${className}`}
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <div
        style={{
          paddingBlockStart: inFlow[0]?.start ?? 0,
          paddingBlockEnd: virtualizer.getTotalSize() - (inFlow.at(-1)?.end ?? 0),
        }}
      >
        <table aria-label={label} aria-rowcount={count + 1}>
          <thead>
            <tr aria-rowindex={1}>{head}</tr>
          </thead>
          <tbody onBlur={() => setFocused(undefined)} onFocus={onFocus}>
            {isVirtual
              ? items.map(({ index, key, start }) => (
                  <tr
                    aria-rowindex={index + 2}
                    className={isKept(index) ? 'hp-long-kept' : undefined}
                    data-index={index}
                    key={key}
                    ref={isKept(index) ? undefined : virtualizer.measureElement}
                    style={isKept(index) ? { insetBlockStart: start } : undefined}
                  >
                    {cells(index)}
                  </tr>
                ))
              : Array.from({ length: count }, (_, at) => (
                  <tr aria-rowindex={at + 2} key={keyOf(at)}>
                    {cells(at)}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is in the document when the event ends.
    const set = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    addEventListener('beforeprint', set);
    addEventListener('afterprint', set);
    return () => {
      removeEventListener('beforeprint', set);
      removeEventListener('afterprint', set);
    };
  }, []);
  return isPrinting;
}

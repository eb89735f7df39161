// A panel with the common states of its content: loading, empty, failed, forbidden, outdated.

import { type ReactNode, useContext, useId } from 'react';
import { t } from '../../i18n.ts';
import { EmptyState, type EmptyWords } from './EmptyState.tsx';
import { type Answer, FailedState } from './FailedState.tsx';
import { FoldsContext } from './folds.ts';
import { Icon } from './Icon.tsx';
import { IsTitled } from './panelTitle.ts';
import { Skeleton } from './Skeleton.tsx';
import { formatAge, useNow } from './time.ts';
import './page.css';

interface PanelProps {
  title?: string;
  sub?: ReactNode;
  actions?: ReactNode;
  /** The query that the panel waits for; without one the children are shown immediately. */
  answer?: Answer;
  /** Set if the query succeeded without content. */
  empty?: EmptyWords | false;
  /** Expected height in pixels, to avoid layout shifts. */
  height?: number;
  /** True: the content has no padding, as a table needs. */
  isFlush?: boolean;
  /** Its name among collapsible panels on a phone (`FoldsContext`) and in the URL. Requires a title. */
  fold?: string;
  children: ReactNode;
}

/** The panel. If a refresh fails, the old data stays on the screen with its age. */
export function Panel(props: PanelProps): ReactNode {
  const { title, sub, actions, answer, empty, height, isFlush, fold, children } = props;
  const folds = useContext(FoldsContext);
  const isFolding = folds !== null && fold !== undefined;
  const isShut = isFolding && folds.open !== fold;
  const titleId = useId();
  const hasNothing = answer !== undefined && answer.dataUpdatedAt === 0;
  const body = () => {
    if (hasNothing && answer.error) return <FailedState answer={answer} />;
    if (answer?.isPending)
      return <Skeleton height={height} lines={Math.max(2, Math.round((height ?? 120) / 40))} />;
    if (empty) return <EmptyState {...empty} />;
    return children;
  };
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className="hp-panel"
      data-fold={fold}
      data-shut={isShut || undefined}
    >
      {(title || actions) && (
        <div className="hp-panel-head">
          <div>
            {title && (
              <h2 id={titleId}>
                {isFolding ? (
                  <button
                    aria-expanded={!isShut}
                    className="hp-fold"
                    onClick={() => folds.onOpen(isShut ? fold : '')}
                    type="button"
                  >
                    {title}
                    <Icon name={isShut ? 'plus' : 'minus'} size={18} />
                  </button>
                ) : (
                  title
                )}
              </h2>
            )}
            {sub && !isShut && <p>{sub}</p>}
          </div>
          {actions && !isShut && <div className="hp-panel-actions">{actions}</div>}
        </div>
      )}
      <div hidden={isShut}>
        {answer?.error && !hasNothing && <StaleNote answer={answer} />}
        <div className={isFlush ? 'hp-panel-flush' : 'hp-panel-body'} style={{ minHeight: height }}>
          <IsTitled value={Boolean(title)}>{body()}</IsTitled>
        </div>
      </div>
    </section>
  );
}

function StaleNote({ answer }: { answer: Answer }): ReactNode {
  const now = useNow();
  return (
    <div className="hp-panel-stale" role="status">
      <Icon name="clock" size={16} />
      {t('ui.staleSince', { age: formatAge(answer.dataUpdatedAt, now) })}
      <button className="hp-link-button" onClick={() => void answer.refetch()} type="button">
        {t('ui.retry')}
      </button>
    </div>
  );
}

// A panel with the common states of its content: loading, empty, failed, forbidden, outdated.

import { isUnknownCode } from '@helioport/contract/unknownCode';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { t } from '../../i18n.ts';
import { Button } from './Button.tsx';
import { FoldsContext } from './folds.ts';
import { Icon, type IconName } from './Icon.tsx';
import { formatAge, useNow } from './time.ts';
import './page.css';

/** The part of a query that a panel needs; results of `useCall` fit. */
export interface Answer {
  isPending: boolean;
  isFetching: boolean;
  error: (Error & { status?: number | undefined; code?: number | undefined }) | null;
  /** Milliseconds since 1970 of the newest good answer; 0 when there was none. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** Why there is nothing, and what to do next. */
export interface EmptyWords {
  title: string;
  hint?: string;
  action?: ReactNode;
  icon?: IconName;
}

/** True inside a titled panel, whose headings are one level deeper. */
const IsTitled = createContext(false);

/** An empty state with hint and action. */
export function EmptyState({ title, hint, action, icon = 'sun' }: EmptyWords): ReactNode {
  const Heading = useContext(IsTitled) ? 'h3' : 'h2';
  return (
    <div className="hp-state">
      <Icon name={icon} size={28} />
      <Heading>{title}</Heading>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  );
}

/** A failed or forbidden answer, or one about something unknown, with a way to try again where that can help. */
export function FailedState({ answer }: { answer: Answer }): ReactNode {
  const isForbidden = answer.error?.status === 403;
  const isUnknown = isUnknownCode(answer.error?.code);
  const Heading = useContext(IsTitled) ? 'h3' : 'h2';
  const title = isForbidden ? 'ui.forbiddenTitle' : isUnknown ? 'ui.unknownTitle' : 'ui.errorTitle';
  return (
    <div className="hp-state" role="alert">
      <Icon name={isForbidden ? 'lock' : isUnknown ? 'search' : 'alert'} size={28} />
      <Heading>{t(title)}</Heading>
      <p>{isForbidden ? t('ui.forbiddenHelp') : answer.error?.message}</p>
      {!isForbidden && !isUnknown && (
        <Button
          aria-busy={answer.isFetching}
          disabled={answer.isFetching}
          onClick={() => void answer.refetch()}
        >
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}

const widths = ['62%', '88%', '74%', '91%', '55%', '80%'];

/** Skeleton lines while content loads. */
export function Skeleton({ lines = 4, height }: { lines?: number; height?: number | undefined }): ReactNode {
  return (
    <div aria-busy="true" className="hp-bones" style={{ minHeight: height }}>
      <span className="hp-unseen">{t('ui.loading')}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <i key={line} style={{ width: widths[line % widths.length] }} />
      ))}
    </div>
  );
}

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

import { isUnknownCode, NOT_EDITABLE, SITE_UNKNOWN } from '@helioport/contract/unknownCode';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { IsTitled } from './panelTitle.ts';
import './page.css';

/** The part of a query that a panel needs; results of `useCall` fit. */
export interface Answer {
  isPending: boolean;
  isFetching: boolean;
  error:
    | (Error & { status?: number | undefined; code?: number | undefined; isEnded?: boolean | undefined })
    | null;
  /** Milliseconds since 1970 of the newest good answer; 0 when there was none. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** A failed or forbidden answer, or one about something unknown, with a way to try again where that can help. */
export function FailedState({ answer }: { answer: Answer }): ReactNode {
  const isViewer = answer.error?.code === NOT_EDITABLE;
  const isForbidden = isViewer || answer.error?.status === 403;
  const isUnknown = isUnknownCode(answer.error?.code);
  const Heading = useContext(IsTitled) ? 'h3' : 'h2';
  const isEnded = isUnknown && answer.error?.isEnded === true;
  const title = isForbidden
    ? 'ui.forbiddenTitle'
    : isEnded
      ? 'ui.endedTitle'
      : isUnknown
        ? 'ui.unknownTitle'
        : 'ui.errorTitle';
  return (
    <div className="hp-state" role="alert">
      <Icon name={isForbidden ? 'lock' : isUnknown ? 'search' : 'alert'} size={28} />
      <Heading>{t(title)}</Heading>
      <p>
        {isEnded
          ? t('ui.endedHelp')
          : isForbidden && !isViewer
            ? t('ui.forbiddenHelp')
            : answer.error?.message}
      </p>
      {answer.error?.code === SITE_UNKNOWN && <Link to={paths.sites()}>{t('public.backToSites')}</Link>}
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

import { localDay } from '@helioport/domain/periods';
import type { StateKey } from '@helioport/domain/state';
import type { Verdict, VerdictLevel } from '@helioport/domain/verdict';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../session/session.ts';
import { StatusShape } from '../base/StatusTag.tsx';
import { verdictPath, verdictText } from './verdictText.ts';
import './verdictLine.css';

/** Icons that differ without color: a tick, a triangle, a diamond. The color shows the severity. */
const drawings: Record<VerdictLevel, StateKey> = {
  good: 'live',
  notice: 'alert',
  bad: 'alert',
  none: 'uncommissioned',
};
/** Data that is missing is drawn as such. */
const drawingOf = ({ level, key }: Verdict): StateKey =>
  level === 'notice' && (key === 'plantSilent' || key === 'neverReported') ? 'offline' : drawings[level];

interface VerdictLineProps {
  verdict: Verdict;
  sid: string;
  timeZone: string | undefined;
  nowMs: number;
  /** True: words without a way, where the whole card is the way already. */
  isStill?: boolean;
}

/** How the plant is, as a sentence with its drawing and colour; where something is to be seen, the sentence leads there. */
export function VerdictLine({ verdict, sid, timeZone, nowMs, isStill = false }: VerdictLineProps): ReactNode {
  const text = verdictText(verdict, localDay(nowMs, timeZone ?? 'UTC'));
  const mayOpenAlarms = useSession(({ pages }) => pages.includes('alarms'));
  const hasWay = !isStill && (verdict.level === 'bad' || verdict.level === 'notice');
  return (
    <span className={`hp-verdict hp-verdict-${verdict.level}`}>
      <StatusShape state={drawingOf(verdict)} />
      {hasWay ? <Link to={verdictPath(sid, verdict, mayOpenAlarms)}>{text}</Link> : <span>{text}</span>}
    </span>
  );
}

import type { ConditionLevel, ConditionSummary } from '@helioport/domain/conditionSummary';
import { localDay } from '@helioport/domain/periods';
import type { StateKey } from '@helioport/domain/state';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../session/session.ts';
import { StatusShape } from '../base/StatusTag.tsx';
import { conditionPath, conditionText } from './conditionText.ts';
import './verdictLine.css';

/** Icons that differ without color: a tick, a triangle, a diamond. The color shows the severity. */
const drawings: Record<ConditionLevel, StateKey> = {
  good: 'live',
  notice: 'alert',
  bad: 'alert',
  none: 'uncommissioned',
};
/** Missing data has its own icon. */
const drawingOf = ({ level, key }: ConditionSummary): StateKey =>
  level === 'notice' && (key === 'plantSilent' || key === 'neverReported') ? 'offline' : drawings[level];

interface ConditionLineProps {
  verdict: ConditionSummary;
  sid: string;
  timeZone: string | undefined;
  nowMs: number;
  /** True: no link, because the whole card is one. */
  isStill?: boolean;
}

/** The condition of the plant as a sentence with icon and color, linked to its cause if there is one. */
export function ConditionLine({
  verdict,
  sid,
  timeZone,
  nowMs,
  isStill = false,
}: ConditionLineProps): ReactNode {
  const text = conditionText(verdict, localDay(nowMs, timeZone ?? 'UTC'));
  const mayOpenAlarms = useSession(({ pages }) => pages.includes('alarms'));
  const hasWay = !isStill && (verdict.level === 'bad' || verdict.level === 'notice');
  return (
    <span className={`hp-verdict hp-verdict-${verdict.level}`}>
      <StatusShape state={drawingOf(verdict)} />
      {hasWay ? <Link to={conditionPath(sid, verdict, mayOpenAlarms)}>{text}</Link> : <span>{text}</span>}
    </span>
  );
}

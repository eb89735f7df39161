import { finding } from '@helioport/contract/finding';
import { site } from '@helioport/contract/site';
import { findingCauses } from '@helioport/domain/analytics/types';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { choice, readField, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Segments } from '../../../components/form/Segments.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { FindingTags } from '../../../components/pv/finding/FindingTags.tsx';
import {
  causeText,
  confidenceText,
  type FindingRow,
  lossText,
} from '../../../components/pv/finding/findingText.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { dateText, dayText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { Can } from '../../../session/Can.tsx';
import { useSession } from '../../../session/session.ts';
import { WrittenFileButton } from '../WrittenFileButton.tsx';
import '../../../components/pv/finding/finding.css';

const confidences = ['high', 'medium', 'low'] as const;

const schema = urlFields({
  findings: choice(['open', 'closed'], 'open'),
  cause: choice(['', ...findingCauses], ''),
  confidence: choice(['', ...confidences], ''),
});
const SHOWN = 50;

/** Issues that cost this plant energy, for roles that may read findings. */
export default function SiteFindingsTab({ plant }: { plant: Plant }): ReactNode {
  return (
    <Can module="pvPlant:findings">
      <Findings plant={plant} />
    </Can>
  );
}

/** The findings as sentences; resolved ones on selection. */
function Findings({ plant }: { plant: Plant }): ReactNode {
  const [state, setState] = useUrlState(schema);
  const { cause, confidence } = state;
  const filters = {
    sid: plant.sid,
    state: state.findings,
    ...(cause === '' ? {} : { cause: [cause] }),
    ...(confidence === '' ? {} : { confidence: [confidence] }),
  };
  const answer = useCall(
    finding.list,
    { page: { size: SHOWN, num: 0 }, filters },
    { live: 'none', keepsPrevious: true, refreshMs: 60_000 },
  );
  const rows = answer.data?.list;
  const write = (format: 'csv' | 'json') => call(finding.export, { filters, format });
  const isFiltered = cause !== '' || confidence !== '';
  return (
    <Panel
      actions={
        <Segments<'open' | 'closed'>
          label={t('alarm.field.state')}
          onChange={(findings) => setState({ findings }, { isStep: true })}
          options={[
            {
              value: 'open',
              label: t('finding.openCount', { value: String(answer.data?.counts.open ?? 0) }),
            },
            {
              value: 'closed',
              label: t('finding.closedCount', { value: String(answer.data?.counts.closed ?? 0) }),
            },
          ]}
          value={state.findings}
        />
      }
      sub={<Evaluated plant={plant} />}
      title={t('finding.title')}
    >
      <div className="hp-finding-body">
        <div className="hp-finding-filters">
          <SelectBox
            any={t('finding.allCauses')}
            label={t('finding.field.cause')}
            onChange={(value) => setState({ cause: readField(schema.cause, value) })}
            options={findingCauses.map((value) => ({ value, label: causeText(value) }))}
            value={cause}
          />
          <SelectBox
            any={t('finding.allConfidences')}
            label={t('finding.field.confidence')}
            onChange={(value) => setState({ confidence: readField(schema.confidence, value) })}
            options={confidences.map((value) => ({ value, label: confidenceText(value) }))}
            value={confidence}
          />
          {rows !== undefined && rows.length > 0 && (
            <>
              <WrittenFileButton fetchFile={() => write('csv')} label="CSV" />
              <WrittenFileButton fetchFile={() => write('json')} label="JSON" />
            </>
          )}
        </div>
        {rows === undefined && answer.error && <FailedState answer={answer} />}
        {rows === undefined && !answer.error && <Skeleton lines={6} />}
        {rows?.length === 0 && isFiltered && (
          <EmptyState
            action={
              <button
                className="hp-link-button"
                onClick={() => setState({ cause: '', confidence: '' })}
                type="button"
              >
                {t('site.list.clear')}
              </button>
            }
            icon="search"
            title={t('finding.noMatch')}
          />
        )}
        {rows?.length === 0 && !isFiltered && (
          <EmptyState
            hint={state.findings === 'open' ? t('finding.evaluates') : t('finding.noneClosedHint')}
            icon="check"
            title={state.findings === 'open' ? t('finding.none') : t('finding.noneClosed')}
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <ul className="hp-findings">
            {rows.map((row) => (
              <li key={row.id}>
                <FindingCard row={row} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

/** Up to which day the plant was evaluated. */
function Evaluated({ plant: { sid, now, detail } }: { plant: Plant }): ReactNode {
  const today = localDay(now, detail.timezone);
  const answer = useCall(
    site.expected,
    { sid, types: 3, rangeDate: `${today}~${today}` },
    { live: 'none', refreshMs: 60_000 },
  );
  if (answer.data === undefined) return null;
  const { evaluatedUntil } = answer.data;
  return evaluatedUntil === null
    ? t('finding.notEvaluated')
    : t('finding.evaluatedUntil', { day: dayText(evaluatedUntil) });
}

function FindingCard({ row }: { row: FindingRow }): ReactNode {
  const isOwner = useSession(({ info }) => info.scope === 'own');
  const advice = isOwner ? row.recommendation.owner : row.recommendation.installer;
  const [only] = row.modules;
  return (
    <article className="hp-finding">
      <FindingTags found={row} />
      <p className="hp-finding-sentence">
        <Link to={paths.finding(row.id)}>{row.sentence}</Link>
      </p>
      {row.until === null && advice !== '' && <p>{advice}</p>}
      <p className="hp-finding-line">
        <span>
          {t('finding.field.since')} <time dateTime={row.since}>{dateText(row.since.slice(0, 10))}</time>
        </span>
        {row.lostKwhPerYear !== null && row.until === null && (
          <span>
            {t('finding.perYear', {
              value: lossText(row.lostKwhPerYear, row.lostMoneyPerYear, row.currency),
            })}
          </span>
        )}
        {row.module !== null && only && (
          <Link to={paths.module(only.sn, only.addr)}>{row.moduleName || row.module}</Link>
        )}
      </p>
    </article>
  );
}

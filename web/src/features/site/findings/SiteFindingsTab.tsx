import { finding } from '@helioport/contract/finding';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Bones, EmptyState, FailedState, Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { choice, urlFields, whole } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Segments } from '../../../components/form/Segments.tsx';
import { FindingDrawer } from '../../../components/pv/finding/FindingDrawer.tsx';
import { FindingTags } from '../../../components/pv/finding/FindingTags.tsx';
import { type FindingRow, lossText } from '../../../components/pv/finding/findingText.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { t, wordsFor } from '../../../i18n.ts';
import { Can } from '../../../session/Can.tsx';
import { useSession } from '../../../session/session.ts';
import '../../../components/pv/finding/finding.css';

const schema = urlFields({ findings: choice(['open', 'closed'], 'open'), finding: whole(0, 1e15, 0) });
const SHOWN = 50;

/** What costs this plant energy, for roles that may read findings. */
export default function SiteFindingsTab({ plant }: { plant: Plant }): ReactNode {
  return (
    <Can module="pvPlant:findings">
      <Findings plant={plant} />
    </Can>
  );
}

/** The findings in sentences; what was resolved is one choice away. */
function Findings({ plant }: { plant: Plant }): ReactNode {
  const [state, setState] = useUrlState(schema);
  const answer = useCall(
    finding.list,
    { page: { size: SHOWN, num: 0 }, filters: { sid: plant.sid, state: state.findings } },
    { live: 'none', keepsPrevious: true, quiet: true, refreshMs: 60_000 },
  );
  const rows = answer.data?.list;
  const open = (id: number) => setState({ finding: id }, { isStep: true });
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
      title={t('finding.title')}
    >
      {rows === undefined && answer.error && <FailedState answer={answer} />}
      {rows === undefined && !answer.error && <Bones lines={6} />}
      {rows?.length === 0 && (
        <EmptyState
          hint={state.findings === 'open' ? t('finding.noneHint') : t('finding.noneClosedHint')}
          icon="check"
          title={state.findings === 'open' ? t('finding.none') : t('finding.noneClosed')}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul className="hp-findings">
          {rows.map((row) => (
            <li key={row.id}>
              <FindingCard onOpen={() => open(row.id)} row={row} />
            </li>
          ))}
        </ul>
      )}
      {state.finding > 0 && (
        <FindingDrawer id={state.finding} onClose={() => setState({ finding: 0 }, { isStep: true })} />
      )}
    </Panel>
  );
}

function FindingCard({ row, onOpen }: { row: FindingRow; onOpen: () => void }): ReactNode {
  const isOwner = useSession(({ info }) => info.scope === 'own');
  const advice = isOwner ? row.recommendation.owner : row.recommendation.installer;
  return (
    <article className="hp-finding">
      <FindingTags found={row} />
      <p className="hp-finding-sentence">{row.sentence}</p>
      {row.until === null && <p>{wordsFor(advice, '')}</p>}
      <p className="hp-finding-line">
        <span>
          {t('finding.field.since')}{' '}
          <RelativeTime at={new Date(row.since).getTime()} timeZone={row.timezone} />
        </span>
        {row.lostKwhPerYear !== null && row.until === null && (
          <span>
            {t('finding.perYear', {
              value: lossText(row.lostKwhPerYear, row.lostMoneyPerYear, row.currency),
            })}
          </span>
        )}
        <button className="hp-link-button" onClick={onOpen} type="button">
          {t('finding.showEvidence')}
        </button>
      </p>
    </article>
  );
}

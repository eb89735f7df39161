// Personal access tokens: programs use the API with them instead of the password of the user.
import { cases } from '@helioport/contract/case';
import type { OutputOf } from '@helioport/contract/endpoint';
import { TOKEN_PLANTS_MAX, token } from '@helioport/contract/token';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Confirm } from '../../components/base/Confirm.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { CalendarPanel } from './CalendarPanel.tsx';
import { TokenForm } from './TokenForm.tsx';
import './tokens.css';

type Row = OutputOf<typeof token.list>['list'][number];

/** A token as it was created. */
export interface NewToken {
  id: number;
  name: string;
  token: string;
}

export function TokensTab(): ReactNode {
  const answer = useCall(token.list, {}, { live: 'none' });
  const [created, setCreated] = useState<NewToken | null>(null);
  const hasCases = useMayCall(cases.list);
  return (
    <div className="hp-account">
      {created && (
        <Panel title={t('token.created', { name: created.name })}>
          <Created made={created} />
        </Panel>
      )}
      <Panel title={t('token.new')}>
        <TokenForm most={TOKEN_PLANTS_MAX} onCreated={setCreated} />
      </Panel>
      <Panel answer={answer} height={160} title={t('account.tab.tokens')}>
        {answer.data && (
          <TokenList
            list={answer.data.list}
            onRevoked={(id) => {
              if (created?.id === id) setCreated(null);
            }}
          />
        )}
      </Panel>
      {hasCases && <CalendarPanel />}
    </div>
  );
}

function Created({ made }: { made: NewToken }): ReactNode {
  const example = `curl -X POST -H "Authorization: Bearer ${made.token}" ${window.location.origin}/v2/site/listWithSN`;
  const rows = [
    [t('feed.token'), made.token],
    [t('feed.example'), example],
  ] as const;
  return (
    <div aria-live="polite" className="hp-token-made">
      <p>
        <strong>{t('token.once')}</strong>
      </p>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyText label={label} shown={<code>{value}</code>} text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/docs" rel="noreferrer" target="_blank">
          {t('token.docs')}
        </a>
      </p>
    </div>
  );
}

function TokenList({
  list,
  onRevoked,
}: {
  list: readonly Row[];
  onRevoked: (id: number) => void;
}): ReactNode {
  const revoke = useWrite(token.revoke);
  if (list.length === 0) return <EmptyState icon="lock" title={t('token.none')} />;
  const end = (id: number) =>
    revoke.mutate(
      { id },
      {
        onSuccess: () => {
          toast(t('token.revoked'), 'success');
          onRevoked(id);
        },
      },
    );
  return (
    <ul className="hp-token-list">
      {list.map((row) => (
        <li key={row.id}>
          <div>
            <strong>{row.name}</strong>
            <span className="hp-muted">{plantsOf(row)}</span>
          </div>
          <div>
            <span>{row.canWrite ? t('token.canWrite') : t('token.readOnly')}</span>
            <span className="hp-muted">
              {row.lastUsedAt === null ? (
                t('token.notUsed')
              ) : (
                <>
                  {t('token.lastUsed')} <RelativeTime at={row.lastUsedAt} />
                </>
              )}
            </span>
          </div>
          <div>
            <Expiry row={row} />
            <span className="hp-muted">{t('token.createdAt', { time: formatInstant(row.createdAt) })}</span>
          </div>
          <Confirm
            description={t('token.revokeText')}
            isDanger
            submit={t('token.revoke')}
            onConfirm={() => end(row.id)}
            title={t('token.revokeTitle', { name: row.name })}
          >
            <Button isDanger isBusy={revoke.isPending && revoke.variables?.id === row.id} isSmall>
              {t('token.revoke')}
            </Button>
          </Confirm>
        </li>
      ))}
    </ul>
  );
}

function plantsOf({ plants }: Row): string {
  if (plants === null) return t('token.allPlants');
  return plants.length === 0 ? t('token.plantsGone') : plants.map(({ name }) => name).join(', ');
}

function Expiry({ row: { expiresAt, isExpired } }: { row: Row }): ReactNode {
  if (expiresAt === null) return <span>{t('token.never')}</span>;
  const time = formatInstant(expiresAt);
  return isExpired ? (
    <span>
      <Tag icon="clock">{t('token.expired', { time })}</Tag>
    </span>
  ) : (
    <span>{t('token.expires', { time })}</span>
  );
}

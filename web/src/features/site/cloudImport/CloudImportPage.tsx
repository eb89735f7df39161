import { cloudImport } from '@helioport/contract/cloudImport';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { CloudLogin } from './CloudLogin.tsx';
import { PlantChoice } from './PlantChoice.tsx';
import { PlantProgress } from './PlantProgress.tsx';
import './cloudImport.css';

export type CloudImport = OutputOf<typeof cloudImport.list>['list'][number];
export type CloudPlant = CloudImport['plants'][number];

const REFRESH_MS = 3_000;

/** Imports plants with their history from an account of the vendor cloud. */
export default function CloudImportPage(): ReactNode {
  const answer = useCall(cloudImport.list, {}, { refreshMs: REFRESH_MS });
  const { host = '', list = [] } = answer.data ?? {};
  const running = list.find(({ endedAt }) => endedAt === null);
  const ended = list.filter(({ endedAt, plants }) => endedAt !== null && plants.length > 0);
  return (
    <Page
      crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]}
      sub={t('cloud.what')}
      title={t('cloudImport.title')}
    >
      <div className="hp-cloud">
        <Panel answer={answer} height={240}>
          {answer.data === undefined ? null : host === '' ? (
            <EmptyState hint={t('cloud.disabledHint')} icon="plant" title={t('cloud.disabled')} />
          ) : running ? (
            <Running host={host} one={running} />
          ) : (
            <CloudLogin host={host} />
          )}
        </Panel>
        {ended.map((one) => (
          <Panel
            key={one.id}
            sub={
              <>
                {one.account} · <RelativeTime at={one.endedAt ?? one.createdAt} />
              </>
            }
            title={t(one.state === 'cancelled' ? 'cloud.cancelled' : 'cloud.result')}
          >
            <PlantProgress one={one} />
          </Panel>
        ))}
      </div>
    </Page>
  );
}

function Running({ one, host }: { one: CloudImport; host: string }): ReactNode {
  const cancel = useWrite(cloudImport.cancel);
  const { id, state, reason, detail, plants, account } = one;
  return (
    <div className="hp-cloud-running">
      <header>
        <h2>{account}</h2>
        <Tag tone={state === 'login' ? 'alert' : 'act'}>{t(`cloud.state.${state}`)}</Tag>
        <Confirm
          description={t('cloud.cancelText')}
          onConfirm={() => cancel.mutate({ id })}
          submit={t('cloud.cancel')}
          title={t('cloud.cancelTitle')}
        >
          <Button isBusy={cancel.isPending} isSmall>
            {t('cloud.cancel')}
          </Button>
        </Confirm>
      </header>
      {one.retryAt !== null && (
        <p role="status">
          {t(`cloud.reason.${reason === '' ? 'away' : reason}`)} {t('cloud.retry')}{' '}
          <RelativeTime at={one.retryAt} isExact />
        </p>
      )}
      {one.retryAt !== null && detail !== '' && <p className="hp-muted">{detail}</p>}
      {state === 'reading' && (
        <p aria-live="polite" className="hp-muted">
          {t('cloud.reading', { count: plants.length })}
        </p>
      )}
      {state === 'login' && <CloudLogin host={host} one={one} />}
      {state === 'choosing' && <PlantChoice one={one} />}
      {(state === 'running' || state === 'login') && <PlantProgress one={one} />}
    </div>
  );
}

// The secret address of the user's maintenance calendar for calendar apps.
import type { OutputOf } from '@helioport/contract/endpoint';
import { token } from '@helioport/contract/token';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Confirm } from '../../components/base/Confirm.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { ChoiceField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';

type Link = NonNullable<OutputOf<typeof token.calendar>['link']>;

export function CalendarPanel(): ReactNode {
  const answer = useCall(token.calendar, {}, { live: 'none' });
  const [path, setPath] = useState<string | null>(null);
  const link = answer.data?.link;
  return (
    <Panel answer={answer} height={140} title={t('calendar.title')}>
      <div className="hp-calendar">
        <p>{t('calendar.about')}</p>
        {path !== null && <Address path={path} />}
        {link && <Existing link={link} onRevoked={() => setPath(null)} />}
        {answer.data && <Creation isNew={!link} onCreated={setPath} />}
      </div>
    </Panel>
  );
}

function Address({ path }: { path: string }): ReactNode {
  const url = window.location.origin + path;
  return (
    <div aria-live="polite" className="hp-calendar">
      <p>
        <strong>{t('calendar.once')}</strong>
      </p>
      <CopyText label={t('calendar.address')} shown={<code>{url}</code>} text={url} />
      <p>
        <a href={url.replace(/^https?:/, 'webcal:')}>{t('calendar.open')}</a>
      </p>
    </div>
  );
}

function Existing({ link, onRevoked }: { link: Link; onRevoked: () => void }): ReactNode {
  const revoke = useWrite(token.calendarRevoke);
  const end = () =>
    revoke.mutate(
      {},
      {
        onSuccess: () => {
          toast(t('calendar.revoked'), 'success');
          onRevoked();
        },
      },
    );
  return (
    <>
      <Facts
        facts={[
          {
            title: t('calendar.content'),
            value: link.onlyMine ? t('calendar.onlyMine') : t('token.allPlants'),
          },
          { title: t('calendar.createdAt'), value: formatInstant(link.createdAt) },
          {
            title: t('token.lastUsed'),
            value: link.lastUsedAt === null ? t('token.notUsed') : <RelativeTime at={link.lastUsedAt} />,
          },
        ]}
      />
      <div>
        <Confirm
          description={t('calendar.revokeText')}
          isDanger
          onConfirm={end}
          submit={t('calendar.revoke')}
          title={t('calendar.revokeTitle')}
        >
          <Button isBusy={revoke.isPending} isDanger>
            {t('calendar.revoke')}
          </Button>
        </Confirm>
      </div>
    </>
  );
}

/** Creates the URL, or replaces it. */
function Creation({ isNew, onCreated }: { isNew: boolean; onCreated: (path: string) => void }): ReactNode {
  const create = useWrite(token.calendarCreate);
  const [content, setContent] = useState('');
  const submit = () =>
    create.mutate({ onlyMine: content !== '' }, { onSuccess: ({ path }) => onCreated(path) });
  return (
    <>
      <ChoiceField
        label={t('calendar.content')}
        nothing={t('token.allPlants')}
        onChange={setContent}
        options={[{ value: 'mine', label: t('calendar.onlyMine') }]}
        value={content}
      />
      <div>
        {isNew ? (
          <Button isBusy={create.isPending} onClick={submit}>
            {t('calendar.create')}
          </Button>
        ) : (
          <Confirm
            description={t('calendar.replaceText')}
            onConfirm={submit}
            submit={t('calendar.replace')}
            title={t('calendar.replaceTitle')}
          >
            <Button isBusy={create.isPending}>{t('calendar.replace')}</Button>
          </Confirm>
        )}
      </div>
    </>
  );
}

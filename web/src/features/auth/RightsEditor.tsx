import { auth } from '@helioport/contract/auth';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { FormRefusal, RestoredNote } from '../../components/form/FormNotes.tsx';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { t } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { titleOf } from '../../session/menus.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { type Choice, changes, matching, type PendingChanges, toggled, wanted } from './permissionTree.ts';
import type { Role } from './role.ts';

/** The pending to the role's permissions, as stored for a reload. */
interface RightsDraft {
  pending: [id: number, isOn: boolean][];
}

/** The permission tree next to a summary of the pending; nothing takes effect before saving. */
export function RightsEditor({ role }: { role: Role }): ReactNode {
  // After saving, the editor restarts with the role's new permissions.
  const [saves, setSaves] = useState(0);
  return <Editor key={saves} onSaved={() => setSaves(saves + 1)} role={role} />;
}

function Editor({ role, onSaved }: { role: Role; onSaved: () => void }): ReactNode {
  const answer = useCall(auth.roleMenuChoices, { role_id: role.id }, { live: 'none' });
  const mayGive = useMayCall(auth.roleMenuDistribution);
  const form = useDraft<RightsDraft>({ pending: [] }, undefined, `rights-${role.id}`);
  const pending: PendingChanges = useMemo(() => new Map(form.draft.pending), [form.draft]);
  const [sought, setSought] = useState('');
  const { list = [], granted = [] } = answer.data ?? {};
  const ids = useMemo(() => wanted(granted, pending), [granted, pending]);
  const shown = useMemo(
    () => (sought === '' ? null : matching(list, (one) => fits(one, sought))),
    [list, sought],
  );
  const { change } = form;
  const onToggle = (id: number) => change({ pending: [...toggled(list, granted, pending, id)] });
  return (
    <div className="hp-rights">
      <Panel
        actions={<SearchBox label={t('auth.rights.search')} onChange={setSought} value={sought} />}
        answer={answer}
        empty={shown?.size === 0 && { title: t('auth.rights.noMatch'), icon: 'search' }}
        height={320}
        sub={mayGive ? t('auth.rights.sub') : t('auth.rights.readOnly')}
        title={t('auth.rights.title')}
      >
        <PermissionTree
          granted={granted}
          ids={ids}
          isReadOnly={!mayGive}
          list={list}
          onToggle={onToggle}
          shown={shown}
        />
      </Panel>
      {mayGive && (
        <Changes
          granted={granted}
          ids={ids}
          list={list}
          form={form}
          onSaved={onSaved}
          role={role}
          pending={pending}
        />
      )}
    </div>
  );
}

/** Whether title or name of an entry contain the search text. */
function fits(choice: Choice, sought: string): boolean {
  const needle = sought.toLowerCase();
  return [titleOf(choice), choice.title, choice.components_title].some((text) =>
    text.toLowerCase().includes(needle),
  );
}

interface ChangesProps {
  role: Role;
  list: readonly Choice[];
  granted: readonly number[];
  ids: ReadonlySet<number>;
  pending: PendingChanges;
  form: Draft<RightsDraft>;
  onSaved: () => void;
}

function Changes({ role, list, granted, ids, pending, form, onSaved }: ChangesProps): ReactNode {
  const { added, removed } = changes(list, granted, pending);
  const count = added.length + removed.length;
  const distribute = useWrite(auth.roleMenuDistribution, { quiet: true, refreshes: ['user'] });
  const save = async () => {
    const isSaved = await form.save(() => distribute.mutateAsync({ role_id: role.id, menu_ids: [...ids] }));
    if (!isSaved) return;
    toast(t('auth.rights.saved'), 'success');
    onSaved();
  };
  return (
    <div className="hp-rights-pending">
      <Panel
        empty={
          count === 0 && {
            title: t('auth.rights.noChange'),
            hint: t('auth.rights.noChangeHint'),
            icon: 'check',
          }
        }
        sub={t('auth.role.holdersCount', { count: role.holders })}
        title={t('auth.rights.changes')}
      >
        <RestoredNote onDrop={form.dropRestored} />
        <FormRefusal words={form.refusal} />
        <ChangeList paths={added} title={t('auth.rights.added', { count: added.length })} tone="added" />
        <ChangeList
          paths={removed}
          title={t('auth.rights.removed', { count: removed.length })}
          tone="removed"
        />
        <div className="hp-rights-save">
          <Button onClick={() => form.change({ pending: [] })}>{t('auth.rights.reset')}</Button>
          <Button isBusy={form.isBusy} onClick={() => void save()} variant="primary">
            {t('auth.rights.save')}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

interface ChangeListProps {
  title: string;
  paths: Choice[][];
  tone: 'added' | 'removed';
}

function ChangeList({ title, paths, tone }: ChangeListProps): ReactNode {
  if (paths.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={`hp-rights-${tone}`}>
        {paths.map((path) => (
          <li key={path.at(-1)?.id}>
            {path.map((choice, i) => (
              <span className={i === path.length - 1 ? '' : 'hp-muted'} key={choice.id}>
                {titleOf(choice)}
                {i === path.length - 1 ? '' : ' › '}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

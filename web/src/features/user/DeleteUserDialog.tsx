import type { OutputOf } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { RadioField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { t, type WordKey } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { usePeopleChoices } from '../../session/remoteChoices.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import type { UserDetail } from './userDraft.ts';

type Farewell = OutputOf<typeof user.delPreview>;

const SHOWN = 50;

const reasons: Record<Exclude<Farewell['reason'], ''>, WordKey> = {
  self: 'user.delete.self',
  lastAdministrator: 'user.delete.lastAdministrator',
  plantsElsewhere: 'user.delete.plantsElsewhere',
  inUse: 'user.delete.inUse',
  notYours: 'user.delete.notYours',
};

interface Choice {
  plants: 'handOver' | 'orphan';
  heir: string;
  manager: string;
}

interface DeleteUserDialogProps {
  person: UserDetail;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes an account after explaining the consequences and asking who receives its plants. */
export function DeleteUserDialog({ person, onClose, onDeleted }: DeleteUserDialogProps): ReactNode {
  const preview = useCall(
    user.delPreview,
    { uid: person.uid, page: { size: SHOWN, num: 0 } },
    { live: 'none' },
  );
  const farewell = preview.data;
  const hasPlants = (farewell?.plants.total ?? 0) > 0;
  const form = useDraft<Choice>({ plants: 'handOver', heir: '', manager: '' }, (draft) => ({
    heir: hasPlants && draft.plants === 'handOver' && draft.heir === '' ? t('login.required') : undefined,
  }));
  const del = useWrite(user.del, { quiet: true, refreshes: ['site'] });
  return (
    <DraftDialog
      form={form}
      isDanger
      isReady={farewell?.mayDelete === true}
      onClose={onClose}
      work={({ plants, heir, manager }) =>
        del.mutateAsync({
          uid: person.uid,
          ...(hasPlants && plants === 'handOver' ? { handOverTo: heir } : {}),
          ...(hasPlants && plants === 'orphan' ? { orphanPlants: true } : {}),
          ...(manager === '' ? {} : { companyHandOverTo: manager }),
        })
      }
      done={t('user.delete.done')}
      onSaved={onDeleted}
      submit={t('user.delete.submit')}
      title={t('user.delete.title', { email: person.email })}
    >
      {!farewell && (preview.error ? <FailedState answer={preview} /> : <Skeleton lines={3} />)}
      {farewell?.reason && <p>{t(reasons[farewell.reason])}</p>}
      {farewell?.mayDelete && <Consequences farewell={farewell} form={form} />}
    </DraftDialog>
  );
}

function Consequences({ farewell, form }: { farewell: Farewell; form: Draft<Choice> }): ReactNode {
  const { plants, managedCompanies, customers } = farewell;
  const { draft, change, errors } = form;
  const heirs = usePeopleChoices('email');
  const managers = usePeopleChoices('email', [], { isEnabled: managedCompanies.length > 0 });
  const more = plants.total - plants.list.length;
  return (
    <>
      <p>{t('user.delete.forGood')}</p>
      {plants.total > 0 && (
        <>
          <p>{t('user.delete.plants', { count: plants.total })}</p>
          <ul className="hp-going">
            {plants.list.map((plant) => (
              <li key={plant.sid}>
                {[plant.siteName, plant.companyName].filter((part) => part !== '').join(' · ')}
              </li>
            ))}
            {more > 0 && <li>{t('user.delete.more', { count: more })}</li>}
          </ul>
          <RadioField
            {...form.field('plants')}
            label={t('user.delete.plantsQuestion')}
            options={[
              { value: 'handOver', label: t('user.delete.handOver') },
              { value: 'orphan', label: t('user.delete.orphan'), hint: t('user.delete.orphanHint') },
            ]}
          />
          {draft.plants === 'handOver' && (
            <RemoteField
              choices={heirs}
              chosen={draft.heir}
              error={errors.heir}
              label={t('user.delete.heir')}
              onChoose={(heir) => change({ heir })}
              placeholder={t('user.searchPerson')}
            />
          )}
        </>
      )}
      {managedCompanies.length > 0 && (
        <RemoteField
          choices={managers}
          chosen={draft.manager}
          hint={t('user.delete.managerHint')}
          label={t('user.delete.manager', {
            names: managedCompanies.map(({ companyName }) => companyName).join(', '),
          })}
          nothing={t('user.delete.noManager')}
          onChoose={(manager) => change({ manager })}
        />
      )}
      {customers > 0 && <p>{t('user.delete.customers', { count: customers })}</p>}
    </>
  );
}

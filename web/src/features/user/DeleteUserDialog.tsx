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

type Preview = OutputOf<typeof user.delPreview>;

const SHOWN = 50;

const reasons: Record<Exclude<Preview['reason'], ''>, WordKey> = {
  self: 'user.delete.self',
  lastAdministrator: 'user.delete.lastAdministrator',
  plantsElsewhere: 'user.delete.plantsElsewhere',
  inUse: 'user.delete.inUse',
  notYours: 'user.delete.notYours',
};

interface Choice {
  plants: 'handOver' | 'orphan';
  newOwner: string;
  manager: string;
}

interface DeleteUserDialogProps {
  person: UserDetail;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes an account after explaining the consequences and asking who receives its plants. */
export function DeleteUserDialog({ person, onClose, onDeleted }: DeleteUserDialogProps): ReactNode {
  const answer = useCall(
    user.delPreview,
    { uid: person.uid, page: { size: SHOWN, num: 0 } },
    { live: 'none' },
  );
  const preview = answer.data;
  const hasPlants = (preview?.plants.total ?? 0) > 0;
  const form = useDraft<Choice>({ plants: 'handOver', newOwner: '', manager: '' }, (draft) => ({
    newOwner:
      hasPlants && draft.plants === 'handOver' && draft.newOwner === '' ? t('login.required') : undefined,
  }));
  const del = useWrite(user.del, { quiet: true, refreshes: ['site'] });
  return (
    <DraftDialog
      form={form}
      isDanger
      isReady={preview?.mayDelete === true}
      onClose={onClose}
      work={({ plants, newOwner, manager }) =>
        del.mutateAsync({
          uid: person.uid,
          ...(hasPlants && plants === 'handOver' ? { handOverTo: newOwner } : {}),
          ...(hasPlants && plants === 'orphan' ? { orphanPlants: true } : {}),
          ...(manager === '' ? {} : { companyHandOverTo: manager }),
        })
      }
      done={t('user.delete.done')}
      onSaved={onDeleted}
      submit={t('user.delete.submit')}
      title={t('user.delete.title', { email: person.email })}
    >
      {!preview && (answer.error ? <FailedState answer={answer} /> : <Skeleton lines={3} />)}
      {preview?.reason && <p>{t(reasons[preview.reason])}</p>}
      {preview?.mayDelete && <Consequences preview={preview} form={form} />}
    </DraftDialog>
  );
}

function Consequences({ preview, form }: { preview: Preview; form: Draft<Choice> }): ReactNode {
  const { plants, managedCompanies, customers } = preview;
  const { draft, change, errors } = form;
  const choices = usePeopleChoices('email');
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
              choices={choices}
              chosen={draft.newOwner}
              error={errors.newOwner}
              label={t('user.delete.heir')}
              onChoose={(newOwner) => change({ newOwner })}
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

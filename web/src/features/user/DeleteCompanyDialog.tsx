import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { listOf } from '../../components/base/time.ts';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { t } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { useDraft } from '../../session/useDraft.ts';
import type { Company } from './company.ts';
import { useVisibleCompanies } from './companyChoices.ts';

/** Deletes a company; asks for the company that receives its data, unless there is none. */
export function DeleteCompanyDialog({
  company,
  onClose,
}: {
  company: Company;
  onClose: () => void;
}): ReactNode {
  const isEmpty = company.users + company.sites + company.children === 0;
  const form = useDraft({ successor: '' }, (draft) => ({
    successor: !isEmpty && draft.successor === '' ? t('login.required') : undefined,
  }));
  const choices = useVisibleCompanies(company.companyId);
  const del = useWrite(user.companyDel, { quiet: true, refreshes: ['site'] });
  return (
    <DraftDialog
      form={form}
      isDanger
      onClose={onClose}
      work={({ successor }) =>
        del.mutateAsync({
          companyId: company.companyId,
          ...(successor === '' ? {} : { handOverTo: Number(successor) }),
        })
      }
      done={t('company.delete.done', { name: company.companyName })}
      submit={t('company.delete.submit')}
      title={t('company.delete.title', { name: company.companyName })}
    >
      {isEmpty ? (
        <p>{t('company.delete.empty')}</p>
      ) : (
        <>
          <p>
            {t('company.delete.has', {
              what: listOf([
                company.users > 0 && t('count.users', { count: company.users }),
                company.sites > 0 && t('count.plants', { count: company.sites }),
                company.children > 0 && t('count.companiesBelow', { count: company.children }),
              ]),
            })}
          </p>
          <RemoteField
            choices={choices}
            chosen={form.draft.successor}
            error={form.errors.successor}
            label={t('company.delete.heir')}
            onChoose={(successor) => form.change({ successor })}
            placeholder={t('user.edit.searchCompany')}
          />
        </>
      )}
    </DraftDialog>
  );
}

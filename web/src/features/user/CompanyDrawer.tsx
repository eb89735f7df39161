import { fieldRules } from '@helioport/contract/fieldRules';
import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { t, type WordKey } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { usePeopleChoices } from '../../session/remoteChoices.ts';
import { useDraft } from '../../session/useDraft.ts';
import { type Company, companyKinds, kindWords } from './company.ts';
import { useVisibleCompanies } from './companyChoices.ts';

interface CompanyDraft {
  companyName: string;
  kind: Company['kind'];
  /** '' at the top. */
  parentId: string;
  /** '' for none. */
  managerUid: string;
  contactPerson: string;
  contactEmail: string;
  contactNumber: string;
  street: string;
  zip: string;
  city: string;
  website: string;
}

const contactFields = [
  'contactPerson',
  'contactEmail',
  'contactNumber',
  'street',
  'zip',
  'city',
  'website',
] as const;
type ContactField = (typeof contactFields)[number];

interface CompanyDrawerProps {
  /** What to change; absent: a new company. */
  company?: Company & Partial<Record<ContactField, string>>;
  /** The company above a new one. */
  above?: Company;
  onClose: () => void;
}

const below: Record<Company['kind'], Company['kind']> = {
  operator: 'distributor',
  distributor: 'dealer',
  dealer: 'installer',
  installer: 'installer',
};

const startOf = (company: CompanyDrawerProps['company'], above: Company | undefined): CompanyDraft => ({
  companyName: company?.companyName ?? '',
  kind: company?.kind ?? (above ? below[above.kind] : 'installer'),
  parentId: String(company?.parentId || above?.companyId || ''),
  managerUid: company?.managerUid ?? '',
  contactPerson: company?.contactPerson ?? '',
  contactEmail: company?.contactEmail ?? '',
  contactNumber: company?.contactNumber ?? '',
  street: company?.street ?? '',
  zip: company?.zip ?? '',
  city: company?.city ?? '',
  website: company?.website ?? '',
});

const contactLabels: Record<ContactField, WordKey> = {
  contactPerson: 'user.field.contactPerson',
  contactEmail: 'user.field.email',
  contactNumber: 'user.field.contactNumber',
  street: 'user.field.street',
  zip: 'user.field.zip',
  city: 'user.field.city',
  website: 'company.field.website',
};

/** Founds a company, or changes one. */
export function CompanyDrawer({ company, above, onClose }: CompanyDrawerProps): ReactNode {
  const form = useDraft<CompanyDraft>(
    startOf(company, above),
    (_draft, wrong) => ({ website: wrong.website && t('company.edit.websiteError') }),
    `company-${company?.companyId ?? ''}`,
    fieldRules(user.companyUpdate),
  );
  const create = useWrite(user.companyCreate, { quiet: true });
  const update = useWrite(user.companyUpdate, { quiet: true });
  // A list row has no contact data; the company page has.
  const hasContact = company?.contactPerson !== undefined;
  const save = async ({ companyName, kind, parentId, managerUid, ...contact }: CompanyDraft) => {
    const fields = { companyName: companyName.trim(), kind, parentId: Number(parentId || 0), managerUid };
    if (company === undefined) await create.mutateAsync(fields);
    else {
      const all = { ...fields, ...(hasContact ? contact : {}) };
      await update.mutateAsync({ companyId: company.companyId, ...changed(all, company) });
    }
  };
  const { draft, change } = form;
  return (
    <DraftDrawer
      done={company ? t('company.edit.done') : t('company.create.done')}
      form={form}
      onClose={onClose}
      submit={company ? t('form.save') : t('company.create.submit')}
      title={company ? t('company.edit.title') : t('company.create.title')}
      work={save}
    >
      <TextField {...form.text('companyName')} label={t('company.field.name')} />
      <ChoiceField
        {...form.choice('kind')}
        hint={t('company.edit.kindHint')}
        label={t('company.field.kind')}
        options={companyKinds.map((value) => ({ value, label: kindWords(value) }))}
      />
      <ParentField
        chosen={draft.parentId}
        company={company}
        known={
          company?.parentId
            ? nameOf(company.parentId, company.parentName)
            : above && nameOf(above.companyId, above.companyName)
        }
        onChoose={(parentId) => change({ parentId })}
      />
      <ManagerField
        chosen={draft.managerUid}
        company={company}
        onChoose={(managerUid) => change({ managerUid })}
      />
      {hasContact &&
        contactFields.map((field) => (
          <TextField {...form.text(field)} key={field} label={t(contactLabels[field])} />
        ))}
    </DraftDrawer>
  );
}

const nameOf = (companyId: number, label: string) => ({ value: String(companyId), label });

/** Only what differs, so that what the caller may not touch is not touched. */
function changed(fields: Readonly<Record<string, string | number>>, company: Company) {
  const before: Record<string, unknown> = { ...company };
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => before[key] !== value));
}

interface ParentFieldProps {
  company: Company | undefined;
  chosen: string;
  known: { value: string; label: string } | undefined;
  onChoose: (parentId: string) => void;
}

function ParentField({ company, chosen, known, onChoose }: ParentFieldProps): ReactNode {
  const choices = useVisibleCompanies(company?.companyId ?? null, known ? [known] : []);
  return (
    <RemoteField
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      hint={t('company.edit.aboveHint')}
      label={t('company.field.above')}
      nothing={t('company.atTop')}
    />
  );
}

interface ManagerFieldProps {
  company: Company | undefined;
  chosen: string;
  onChoose: (uid: string) => void;
}

function ManagerField({ company, chosen, onChoose }: ManagerFieldProps): ReactNode {
  const mayList = useMayCall(user.list);
  const known = company?.managerUid
    ? [{ value: company.managerUid, label: company.managerEmail || company.managerName }]
    : [];
  const choices = usePeopleChoices('uid', known, { isEnabled: mayList });
  if (!mayList) return null;
  return (
    <RemoteField
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      hint={t('company.edit.managerHint')}
      isOptional
      label={t('company.field.manager')}
      nothing={t('company.noManager')}
    />
  );
}

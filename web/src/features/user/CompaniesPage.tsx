import { user } from '@helioport/contract/user';
import { type ReactNode, useCallback, useState } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { useNavigationIntent } from '../../components/base/useNavigationIntent.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { t } from '../../i18n.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { CompanyDrawer } from './CompanyDrawer.tsx';
import { CompanyMatches } from './CompanyMatches.tsx';
import { CompanyTree } from './CompanyTree.tsx';
import { type Company, companyKinds, kindWords, type OnCompany } from './company.ts';
import { DeleteCompanyDialog } from './DeleteCompanyDialog.tsx';
import './user.css';

const schema = urlFields({
  q: text(100),
  kind: choice(['', ...companyKinds], ''),
});

/** The tree of companies with their users and plants; a search shows a flat list. */
export default function CompaniesPage(): ReactNode {
  const [{ q, kind }, setFilters] = useUrlState(schema);
  const [open, setOpen] = useState<{ what: 'new' | 'edit' | 'delete' | 'below'; company?: Company }>();
  const search = useCallback((text: string) => setFilters({ q: text }), [setFilters]);
  const onCompany: OnCompany = (what, company) => setOpen({ what, company });
  const close = () => setOpen(undefined);
  useNavigationIntent('new', () => setOpen({ what: 'new' }));
  const isSearched = q !== '' || kind !== '';
  return (
    <Page
      actions={
        <Can call={user.companyCreate}>
          <Button icon="plus" onClick={() => setOpen({ what: 'new' })} variant="primary">
            {t('company.create.open')}
          </Button>
        </Can>
      }
      filters={
        <>
          <SearchBox label={t('company.list.search')} onChange={search} value={q} />
          <SelectBox
            any={t('company.filter.anyKind')}
            label={t('company.field.kind')}
            onChange={(chosen) => setFilters({ kind: chosen as typeof kind })}
            options={companyKinds.map((value) => ({ value, label: kindWords(value) }))}
            value={kind}
          />
        </>
      }
      title={pageTitle('companies')}
    >
      {isSearched ? (
        <CompanyMatches
          kind={kind}
          onClear={() => setFilters({ q: '', kind: '' })}
          onCompany={onCompany}
          q={q}
        />
      ) : (
        <CompanyTree onCompany={onCompany} />
      )}
      {open?.what === 'new' && <CompanyDrawer onClose={close} />}
      {open?.what === 'below' && open.company && <CompanyDrawer above={open.company} onClose={close} />}
      {open?.what === 'edit' && open.company && <CompanyDrawer company={open.company} onClose={close} />}
      {open?.what === 'delete' && open.company && (
        <DeleteCompanyDialog company={open.company} onClose={close} />
      )}
    </Page>
  );
}

import { account } from '@helioport/contract/account';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { workFor } from '../../session/companies.ts';
import './account.css';

const PAUSE_MS = 300;
const OFFERED = 50;
/** A list up to this length needs no search. */
const FEW = 7;

/** The user's companies. Selecting one starts a new session with the data of that company. */
export function CompanyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<number>();
  const group = useId();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const answer = useCall(
    account.companies,
    {
      filters: { keywords: sought },
      page: { size: OFFERED, num: 0 },
      sort: [{ field: 'companyName', order: 'asc' }],
    },
    { live: 'none', keepsPrevious: true },
  );
  const companies = answer.data?.list ?? [];
  const current = companies.find(({ isCurrent }) => isCurrent)?.companyId;
  const selected = chosen ?? current;

  const submit = async () => {
    const company = companies.find(({ companyId }) => companyId === selected);
    if (company === undefined || company.isCurrent) {
      onClose();
      return;
    }
    setBusy(true);
    try {
      // Navigates to a page of every company first: the current one may not be permitted in the new company.
      await navigate(paths.sites());
      await workFor(company.companyId);
      onClose();
      await revalidate();
      toast(t('account.switch.done', { company: company.companyName }), 'success');
    } catch {
      // The client has already shown the error.
      setBusy(false);
    }
  };

  return (
    <Dialog
      isBusy={isBusy}
      isReady={!(selected === undefined)}
      submit={t('account.switch.submit')}
      onClose={onClose}
      onSubmit={() => void submit()}
      title={t('account.switchCompany')}
    >
      {answer.data === undefined && !answer.error && <Skeleton lines={3} />}
      {answer.data === undefined && answer.error && <FailedState answer={answer} />}
      {answer.data && (sought !== '' || answer.data.total > FEW) && (
        <input
          aria-label={t('account.switch.search')}
          className="hp-edit-input"
          onChange={({ target }) => setTyped(target.value)}
          placeholder={t('account.switch.search')}
          value={typed}
        />
      )}
      {answer.data?.total === 0 && (
        <EmptyState
          icon="house"
          title={sought === '' ? t('account.switch.none') : t('account.switch.noMatch')}
          {...(sought === '' ? { hint: t('account.switch.noneHint') } : {})}
        />
      )}
      {companies.length > 0 && (
        <fieldset className="hp-companies">
          <legend className="hp-unseen">{t('account.switchCompany')}</legend>
          {companies.map((company) => (
            <label key={company.companyId}>
              <input
                checked={company.companyId === selected}
                name={group}
                onChange={() => setChosen(company.companyId)}
                type="radio"
              />
              <span>{company.companyName}</span>
              <small>
                {company.isCurrent
                  ? t('account.switch.current')
                  : wordsFor(`companyKind.${company.kind}`, company.kind)}
              </small>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}

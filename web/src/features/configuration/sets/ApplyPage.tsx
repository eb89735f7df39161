import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../api/client.ts';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Dialog } from '../../../components/base/Dialog.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { allRows } from '../../../components/base/pages.ts';
import { toast } from '../../../components/base/Toaster.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { digits, text, urlFields, whole } from '../../../components/base/urlFields.ts';
import { AreaField, TextField } from '../../../components/form/FormFields.tsx';
import { RemoteField } from '../../../components/form/RemoteField.tsx';
import { changeText } from '../../../components/pv/parameters/parameterValues.ts';
import { useFilteredTable } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { useCompanyChoices } from '../../../session/remoteChoices.ts';
import { PreviewTable } from './PreviewTable.tsx';
import './sets.css';
import { forWhat, gridCodeTitle, type ParameterSet } from './sets.ts';

const { inverterSetList, inverterSetPreview, inverterSetRead, inverterSetApply } = configuration;
/** Devices asked for their values answer one by one. */
const PREVIEW_EVERY_MS = 10_000;
const schema = urlFields({
  id: whole(0, 1e12, 0),
  version: text(40),
  company: digits(12),
  site: text(60),
  sn: text(4000),
});

/** Selects devices for a parameter set, previews the changes, and sends it. */
export default function ApplyPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const { id } = filters;
  const found = useCall(inverterSetList, { filters: { id } }, { live: 'none', isEnabled: id > 0 });
  const one = found.data?.list[0];
  const companies = useCompanyChoices();
  const maySend = useMayCall(inverterSetApply);
  const input = {
    id,
    filters: {
      version: filters.version.trim(),
      company_id: Number(filters.company || 0),
      sid: filters.site.trim(),
      sn: filters.sn.split(/[\s,;]+/).filter((sn) => sn !== ''),
    },
  };
  const page = { size: table.size, num: table.page - 1 };
  const answer = useCall(
    inverterSetPreview,
    { ...input, page },
    { live: 'none', keepsPrevious: true, refreshMs: PREVIEW_EVERY_MS, isEnabled: id > 0 && maySend },
  );
  return (
    <Page
      actions={one && maySend && <Actions answer={answer} input={input} one={one} />}
      crumbs={[{ title: pageTitle('inverterSet'), to: paths.inverterSets() }]}
      sub={
        one &&
        [
          forWhat(one),
          gridCodeTitle(one.gridCode),
          ...one.values.map(({ key, value }) => changeText(key, value)),
        ].join(' · ')
      }
      title={one ? t('parameterSet.applyNamed', { name: one.name }) : t('parameterSet.one')}
    >
      {one && maySend ? (
        <>
          <Panel title={t('parameterSet.apply')}>
            <div className="hp-set-choice">
              <TextField
                isOptional
                label={t('campaign.field.version')}
                maxLength={40}
                onChange={(version) => filterBy({ version })}
                value={filters.version}
              />
              <RemoteField
                choices={companies}
                chosen={filters.company}
                isOptional
                label={t('campaign.field.company')}
                nothing={t('campaign.anyCompany')}
                onChoose={(company) => filterBy({ company })}
              />
              <TextField
                isOptional
                label={t('campaign.field.sid')}
                maxLength={60}
                onChange={(site) => filterBy({ site })}
                value={filters.site}
              />
              <AreaField
                hint={t('parameterSet.serialsHint')}
                isOptional
                label={t('parameterSet.serials')}
                maxLength={4000}
                onChange={(sn) => filterBy({ sn })}
                rows={2}
                value={filters.sn}
              />
            </div>
          </Panel>
          <PreviewTable
            answer={answer}
            fetchAll={() => allRows((all) => call(inverterSetPreview, { ...input, page: all }))}
            onState={setTable}
            state={table}
          />
        </>
      ) : (
        <Panel
          {...(id > 0 ? { answer: found } : {})}
          empty={{ title: t('ui.unknownTitle'), icon: 'tool' }}
          height={320}
        >
          {null}
        </Panel>
      )}
    </Page>
  );
}

interface ActionsProps {
  one: ParameterSet;
  input: Parameters<typeof call<typeof inverterSetApply>>[1];
  answer: { data: { told: number; unread: number } | undefined; refetch: () => unknown };
}

function Actions({ one, input, answer }: ActionsProps): ReactNode {
  const [isConfirming, setConfirming] = useState(false);
  const navigate = useNavigate();
  const read = useWrite(inverterSetRead);
  const apply = useWrite(inverterSetApply);
  const { told: affected = 0, unread = 0 } = answer.data ?? {};
  const requestValues = () =>
    read.mutate(input, { onSuccess: () => toast(t('parameterSet.asked'), 'success') });
  const send = () =>
    apply.mutate(input, {
      onSuccess: ({ runId, waiting }) => {
        toast(waiting > 0 ? t('command.waiting') : t('parameterSet.sent'), 'success');
        void navigate(paths.inverterRun(runId));
      },
    });
  return (
    <>
      {unread > 0 && (
        <Button isBusy={read.isPending} onClick={requestValues}>
          {t('parameter.read')}
        </Button>
      )}
      <Button disabled={affected === 0} onClick={() => setConfirming(true)} variant="primary">
        {t('parameter.send')}
      </Button>
      {isConfirming && (
        <Dialog
          isBusy={apply.isPending}
          submit={t('parameter.send')}
          onClose={() => setConfirming(false)}
          onSubmit={send}
          title={t('parameterSet.send', { name: one.name })}
        >
          <p>{t('public.labelled', { label: t('parameterSet.told'), value: formatNumber(affected, 0) })}</p>
          {unread > 0 && <p>{t('parameterSet.unreadHint')}</p>}
          <p>{t('parameter.reviewHint')}</p>
        </Dialog>
      )}
    </>
  );
}

// Commissioning of a plant: checks, photos, and submission to the owner.
import { site } from '@helioport/contract/site';
import { isUnknownCode } from '@helioport/contract/unknownCode';
import { languages } from '@helioport/domain/languages';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Facts } from '../../../components/base/Facts.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { formatInstant } from '../../../components/base/time.ts';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { language, t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { printPlant } from '../overview/printPlant.ts';
import { WrittenFileButton } from '../WrittenFileButton.tsx';
import { CheckList } from './CheckList.tsx';
import { CommissionForm } from './CommissionForm.tsx';
import { PhotosPanel } from './PhotosPanel.tsx';
import './commission.css';

const placeSchema = urlFields({ id: text(60) });

export default function CommissionPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  const answer = useCall(
    site.commission,
    { sid: id },
    { isEnabled: id !== '', liveEveryMs: 15_000, refreshMs: 60_000 },
  );
  const maySubmit = useMayCall(site.commissionSubmit);
  const { data } = answer;
  const isGone = isUnknownCode(answer.error?.code);
  const title = t('page.pvPlantCommission');
  return (
    <Page
      actions={
        data && (
          <Button icon="print" onClick={() => void printPlant()}>
            {t('site.print')}
          </Button>
        )
      }
      crumbs={[
        { title: pageTitle('pvPlant'), to: paths.sites() },
        ...(data ? [{ title: data.siteName, to: paths.site(id) }] : []),
      ]}
      sub={id !== '' && !isGone && <Link to={paths.site(id)}>{t('site.edit.toPlant')}</Link>}
      title={data ? `${title} · ${data.siteName}` : title}
    >
      {id === '' ? (
        <EmptyState icon="plant" title={t('site.detail.noId')} />
      ) : isGone ? (
        <FailedState answer={answer} />
      ) : (
        <div className="hp-commission">
          {data && (
            <Panel title={t('page.pvPlantDetail')}>
              <Facts
                facts={[
                  { title: t('site.field.name'), value: data.siteName },
                  { title: t('site.commission.address'), value: data.address },
                  { title: t('site.commission.installer'), value: data.installerCompany },
                ]}
              />
            </Panel>
          )}
          <Panel
            answer={answer}
            height={420}
            sub={t('site.commission.checksNow')}
            title={t('site.commission.checks')}
          >
            {data && <CheckList checks={data.checks} mendsIn={data.mayEdit ? id : null} />}
          </Panel>
          {data && (
            <>
              <PhotosPanel mayEdit={maySubmit && data.mayEdit} photos={data.photos} sid={id} />
              <Panel title={t('site.commission.hand')}>
                {data.commissionedAt !== null && (
                  <p className="hp-commission-since">
                    {t('site.commission.since', { time: formatInstant(data.commissionedAt, data.timezone) })}
                  </p>
                )}
                <Paper sid={id} />
                {data.submitted && <Submitted submitted={data.submitted} />}
                {data.commissionedAt === null &&
                  (maySubmit && data.mayEdit ? (
                    <CommissionForm isOpen={data.checks.some(({ isOpen }) => isOpen)} key={id} sid={id} />
                  ) : (
                    <p className="hp-muted">{t('site.edit.readOnly')}</p>
                  ))}
              </Panel>
            </>
          )}
        </div>
      )}
    </Page>
  );
}

/** The commissioning record for the owner to sign, in the owner's language. */
function Paper({ sid }: { sid: string }): ReactNode {
  const [lan, setLan] = useState(language.code);
  return (
    <div className="hp-commission-paper">
      <SelectBox
        label={t('language.choose')}
        onChange={(code) => setLan(Number(code))}
        options={languages.map(({ code, title }) => ({ value: String(code), label: title }))}
        value={String(lan)}
      />
      <WrittenFileButton
        fetchFile={() => call(site.commissionPdf, { sid, languageCode: lan })}
        label={t('site.commission.pdf')}
      />
    </div>
  );
}

type Submission = NonNullable<ReturnType<typeof useCall<typeof site.commission>>['data']>['submitted'];

/** The comments and check results at submission. */
function Submitted({ submitted }: { submitted: NonNullable<Submission> }): ReactNode {
  const { by, reason, note, checks } = submitted;
  return (
    <div className="hp-edit">
      {by !== '' && <p>{t('site.commission.by', { name: by })}</p>}
      <dl className="hp-commission-said">
        {reason !== '' && <dt>{t('site.commission.reason')}</dt>}
        {reason !== '' && <dd>{reason}</dd>}
        {note !== '' && <dt>{t('site.commission.note')}</dt>}
        {note !== '' && <dd>{note}</dd>}
      </dl>
      <h3>{t('site.commission.checksThen')}</h3>
      <CheckList checks={checks} mendsIn={null} />
    </div>
  );
}

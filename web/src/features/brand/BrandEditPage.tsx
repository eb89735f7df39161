import { brand } from '@helioport/contract/brand';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { digits, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { AreaField, CheckField, RadioField, TextField } from '../../components/form/FormFields.tsx';
import { RestoredNote } from '../../components/form/FormNotes.tsx';
import { SaveLine } from '../../components/form/SaveLine.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { loadBrand } from '../../session/brand.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { type Brand, type BrandDraft, brandErrors, draftOf, updateInput } from './brandDraft.ts';
import { LogoField } from './LogoField.tsx';
import './brand.css';

/** A missing or invalid number selects no brand instead of the first one. */
const schema = urlFields({ id: digits(9) });

/** One brand: texts, logo, hosts and policy, next to a preview. */
export default function BrandEditPage(): ReactNode {
  const [{ id: given }] = useUrlState(schema);
  const id = given === '' ? undefined : Number(given);
  const answer = useCall(brand.list, {}, { live: 'none' });
  const one = answer.data?.list.find((entry) => entry.id === id);
  return (
    <Page
      crumbs={[{ title: pageTitle('brands'), to: paths.brands() }]}
      sub={one && t('brand.number', { id: one.id })}
      title={one?.name ?? t('brand.one')}
    >
      {one ? (
        <Editor key={one.id} one={one} />
      ) : answer.data ? (
        <Panel
          empty={{
            title: t('ui.unknownTitle'),
            action: <Link to={paths.brands()}>{pageTitle('brands')}</Link>,
          }}
        >
          {null}
        </Panel>
      ) : (
        <Panel answer={answer} height={320} title={t('brand.look')}>
          {null}
        </Panel>
      )}
    </Page>
  );
}

function Editor({ one }: { one: Brand }): ReactNode {
  const form = useDraft<BrandDraft>(draftOf(one), brandErrors, `brand-${one.id}`, fieldRules(brand.update));
  const mayEdit = useMayCall(brand.update);
  const update = useWrite(brand.update, { quiet: true });
  const save = async () => {
    const isSaved = await form.save((draft) => update.mutateAsync(updateInput(one.id, draft)));
    if (!isSaved) return;
    toast(t('brand.saved'), 'success');
    // The changed brand may be the current one.
    await loadBrand();
  };
  return (
    <div className="hp-brand-edit">
      <DraftForm form={form} onSubmit={() => void save()}>
        <fieldset className="hp-brand-fields" disabled={!mayEdit}>
          <legend className="hp-unseen">{one.name}</legend>
          <RestoredNote onDrop={form.dropRestored} />
          {!mayEdit && <p className="hp-muted">{t('brand.readOnly')}</p>}
          <Panel title={t('brand.look')}>
            <div className="hp-edit">
              <LookFields form={form} />
              <LogoField mayEdit={mayEdit} one={one} />
            </div>
          </Panel>
          <Panel title={t('brand.reach')}>
            <div className="hp-edit">
              <ReachFields form={form} />
            </div>
          </Panel>
          <Panel title={t('brand.policy')}>
            <AreaField
              {...form.text('privacyPolicy')}
              hint={t('brand.policyHint')}
              label={t('brand.policyText')}
              rows={12}
            />
          </Panel>
        </fieldset>
        {mayEdit && <SaveLine form={form} />}
      </DraftForm>
      <BrandPreview brand={{ ...one, ...form.draft }} />
    </div>
  );
}

function LookFields({ form }: { form: Draft<BrandDraft> }): ReactNode {
  return (
    <>
      <div className="hp-edit-pair">
        <TextField {...form.text('name')} label={t('brand.name')} />
        <TextField {...form.text('company')} hint={t('brand.companyHint')} label={t('brand.company')} />
      </div>
      <RadioField
        {...form.field('siderTheme')}
        label={t('brand.siderTheme')}
        options={[
          { value: 'light', label: t('theme.light') },
          { value: 'dark', label: t('theme.dark') },
        ]}
      />
    </>
  );
}

function ReachFields({ form }: { form: Draft<BrandDraft> }): ReactNode {
  return (
    <>
      <AreaField
        {...form.text('hosts', 13_000)}
        hint={t('brand.hostsHint')}
        isOptional
        label={t('brand.hosts')}
        rows={3}
      />
      <TextField {...form.text('supportMail')} isOptional label={t('brand.supportMail')} type="email" />
      <div className="hp-edit-pair">
        <TextField
          {...form.text('appStoreUrl')}
          isOptional
          label={t('brand.appStore')}
          placeholder="https://"
          type="url"
        />
        <TextField
          {...form.text('playStoreUrl')}
          isOptional
          label={t('brand.playStore')}
          placeholder="https://"
          type="url"
        />
      </div>
      <CheckField
        {...form.tick('openRegistration')}
        hint={t('brand.openRegistrationHint')}
        label={t('brand.openRegistration')}
      />
      <CheckField
        {...form.tick('maintenance')}
        hint={t('brand.maintenanceHint')}
        label={t('brand.maintenance')}
      />
    </>
  );
}

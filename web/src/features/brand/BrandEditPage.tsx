import { brand, POLICY_MAX } from '@helioport/contract/brand';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { digits, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { RestoredNote } from '../../components/form/EditDrawer.tsx';
import { AreaField, CheckField, RadioField, TextField } from '../../components/form/FormFields.tsx';
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
  const answer = useCall(brand.list, {}, { live: 'none', quiet: true });
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
  const form = useDraft<BrandDraft>(draftOf(one), brandErrors, `brand-${one.id}`);
  const mayEdit = useMayCall(brand.update);
  const update = useWrite(brand.update, { quiet: true });
  const fields = useRef<HTMLFormElement>(null);
  const { attempt } = form;
  useEffect(() => {
    if (attempt > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  const save = async () => {
    const isSaved = await form.save((draft) => update.mutateAsync(updateInput(one.id, draft)));
    if (!isSaved) return;
    toast(t('brand.saved'), 'success');
    // The changed brand may be the current one.
    await loadBrand();
  };
  return (
    <div className="hp-brand-edit">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.isBusy) void save();
        }}
        ref={fields}
      >
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
              hint={t('brand.policyHint')}
              label={t('brand.policyText')}
              maxLength={POLICY_MAX}
              onChange={(privacyPolicy) => form.change({ privacyPolicy })}
              rows={12}
              value={form.draft.privacyPolicy}
            />
          </Panel>
        </fieldset>
        {mayEdit && <SaveLine form={form} />}
      </form>
      <BrandPreview brand={{ ...one, ...form.draft }} />
    </div>
  );
}

function LookFields({ form }: { form: Draft<BrandDraft> }): ReactNode {
  const { draft, change, errors } = form;
  return (
    <>
      <div className="hp-edit-pair">
        <TextField
          error={errors.name}
          label={t('brand.name')}
          maxLength={60}
          onChange={(name) => change({ name })}
          value={draft.name}
        />
        <TextField
          error={errors.company}
          hint={t('brand.companyHint')}
          label={t('brand.company')}
          maxLength={120}
          onChange={(company) => change({ company })}
          value={draft.company}
        />
      </div>
      <RadioField
        label={t('brand.siderTheme')}
        onChange={(siderTheme) => change({ siderTheme })}
        options={[
          { value: 'light', label: t('theme.light') },
          { value: 'dark', label: t('theme.dark') },
        ]}
        value={draft.siderTheme}
      />
    </>
  );
}

function ReachFields({ form }: { form: Draft<BrandDraft> }): ReactNode {
  const { draft, change, errors } = form;
  return (
    <>
      <AreaField
        error={errors.hosts}
        hint={t('brand.hostsHint')}
        isOptional
        label={t('brand.hosts')}
        maxLength={13_000}
        onChange={(hosts) => change({ hosts })}
        rows={3}
        value={draft.hosts}
      />
      <TextField
        error={errors.supportMail}
        isOptional
        label={t('brand.supportMail')}
        maxLength={254}
        onChange={(supportMail) => change({ supportMail })}
        type="email"
        value={draft.supportMail}
      />
      <div className="hp-edit-pair">
        <TextField
          error={errors.appStoreUrl}
          isOptional
          label={t('brand.appStore')}
          maxLength={300}
          onChange={(appStoreUrl) => change({ appStoreUrl })}
          placeholder="https://"
          type="url"
          value={draft.appStoreUrl}
        />
        <TextField
          error={errors.playStoreUrl}
          isOptional
          label={t('brand.playStore')}
          maxLength={300}
          onChange={(playStoreUrl) => change({ playStoreUrl })}
          placeholder="https://"
          type="url"
          value={draft.playStoreUrl}
        />
      </div>
      <CheckField
        hint={t('brand.openRegistrationHint')}
        isChecked={draft.openRegistration}
        label={t('brand.openRegistration')}
        onChange={(openRegistration) => change({ openRegistration })}
      />
      <CheckField
        hint={t('brand.maintenanceHint')}
        isChecked={draft.maintenance}
        label={t('brand.maintenance')}
        onChange={(maintenance) => change({ maintenance })}
      />
    </>
  );
}

import { fieldRules } from '@helioport/contract/fieldRules';
import { product } from '@helioport/contract/product';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { digits, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { AreaField, ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { RestoredNote } from '../../components/form/FormNotes.tsx';
import { SaveLine } from '../../components/form/SaveLine.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { PictureField } from './PictureField.tsx';
import { draftOf, kindOptions, type Product, type ProductDraft, productErrors } from './product.ts';
import './product.css';

const schema = urlFields({ id: digits(9) });

/** One model: its data and the operator's notes. Without a number a new one. */
export default function ProductEditPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const isNew = id === '';
  const answer = useCall(product.detail, { model: Number(id) }, { live: 'none', isEnabled: !isNew });
  const one = isNew ? undefined : answer.data;
  const mayCreate = useMayCall(product.create);
  return (
    <Page
      crumbs={[{ title: pageTitle('products'), to: paths.products() }]}
      sub={one?.isBuiltIn ? t('product.builtInHint') : undefined}
      title={isNew ? t('product.create.title') : (one?.modelName ?? t('product.one'))}
    >
      {(isNew && mayCreate) || one ? (
        <Editor key={id} one={one} />
      ) : isNew ? (
        <Panel empty={{ title: t('public.forbiddenTitle'), hint: t('public.forbiddenHint'), icon: 'device' }}>
          {null}
        </Panel>
      ) : (
        <Panel answer={answer} height={320} title={t('product.one')}>
          {null}
        </Panel>
      )}
    </Page>
  );
}

function Editor({ one }: { one: Product | undefined }): ReactNode {
  const form = useDraft<ProductDraft>(
    draftOf(one),
    productErrors,
    `product-${one?.model ?? ''}`,
    fieldRules(product.create),
  );
  const mayEdit = useMayCall(one ? product.update : product.create);
  const create = useWrite(product.create, { quiet: true });
  const update = useWrite(product.update, { quiet: true });
  const navigate = useNavigate();
  const save = async () => {
    let made: number | undefined;
    const isSaved = await form.save(async ({ vendor, ...draft }) => {
      const typed = { ...draft, inputs: Number(draft.inputs), ratedPower: Number(draft.ratedPower) };
      if (one) await update.mutateAsync({ model: one.model, ...typed });
      else made = (await create.mutateAsync({ ...typed, vendor })).model;
    });
    if (!isSaved) return;
    toast(t('product.saved'), 'success');
    if (made !== undefined) void navigate(paths.productEdit(made), { replace: true });
  };
  return (
    <DraftForm className="hp-product-edit" form={form} onSubmit={() => void save()}>
      <fieldset className="hp-product-fields" disabled={!mayEdit}>
        <legend className="hp-unseen">{one?.modelName ?? t('product.create.title')}</legend>
        <RestoredNote onDrop={form.dropRestored} />
        <Panel title={t('product.what')}>
          <div className="hp-edit">
            <fieldset className="hp-product-fields" disabled={one?.isBuiltIn === true}>
              <legend className="hp-unseen">{t('product.what')}</legend>
              <WhatFields form={form} isNew={one === undefined} />
            </fieldset>
          </div>
        </Panel>
        <Panel title={t('product.about')}>
          <div className="hp-edit">
            <TextField {...form.text('maker')} isOptional label={t('product.field.maker')} />
            <AreaField {...form.text('notes')} isOptional label={t('product.field.notes')} rows={4} />
            {one && <PictureField mayEdit={mayEdit} one={one} />}
          </div>
        </Panel>
      </fieldset>
      {mayEdit && <SaveLine form={form} words={one ? t('form.save') : t('product.create.submit')} />}
    </DraftForm>
  );
}

function WhatFields({ form, isNew }: { form: Draft<ProductDraft>; isNew: boolean }): ReactNode {
  return (
    <div className="hp-edit">
      <div className="hp-edit-pair">
        <TextField {...form.text('modelName')} label={t('product.field.modelName')} />
        <ChoiceField {...form.choice('kind')} label={t('product.field.kind')} options={kindOptions()} />
      </div>
      <div className="hp-edit-pair">
        <TextField
          {...form.text('inputs')}
          hint={t('product.inputsHint')}
          label={t('product.field.inputs')}
        />
        <TextField {...form.text('ratedPower')} label={`${t('product.field.ratedPower')} (W)`} />
      </div>
      {isNew && (
        <TextField
          {...form.text('vendor')}
          hint={t('product.vendorHint')}
          label={t('product.field.vendor')}
          onChange={(vendor) => form.change({ vendor: vendor.toLowerCase() })}
        />
      )}
    </div>
  );
}

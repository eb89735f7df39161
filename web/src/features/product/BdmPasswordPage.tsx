import { fieldRules } from '@helioport/contract/fieldRules';
import { product } from '@helioport/contract/product';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { TextField } from '../../components/form/FormFields.tsx';
import { FormRefusal } from '../../components/form/FormNotes.tsx';
import { t } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useDraft } from '../../session/useDraft.ts';
import './product.css';

/** The service password of a microinverter, shown as long as the page is open and kept nowhere. */
export default function BdmPasswordPage(): ReactNode {
  const [given, setGiven] = useState<{ sn: string; password: string }>();
  const form = useDraft({ sn: '' }, undefined, undefined, fieldRules(product.bdmPassword));
  const generate = useWrite(product.bdmPassword, { quiet: true });
  const submit = () =>
    void form.save(async ({ sn }) => {
      setGiven(undefined);
      setGiven(await generate.mutateAsync({ sn }));
    });
  return (
    <Page sub={t('product.bdm.sub')} title={pageTitle('generateBDMPassword')}>
      <div className="hp-product-edit">
        <Panel>
          <DraftForm className="hp-edit" form={form} onSubmit={submit}>
            <FormRefusal words={form.refusal} />
            <TextField {...form.text('sn', 70)} hint={t('product.bdm.hint')} label={t('site.field.sn')} />
            <div className="hp-product-save">
              <Button type="submit" isBusy={form.isBusy} variant="primary">
                {t('product.bdm.generate')}
              </Button>
            </div>
          </DraftForm>
        </Panel>
        <div aria-live="polite">
          {given && (
            <Panel title={given.sn}>
              <div className="hp-bdm">
                <CopyText label={t('product.bdm.password')} text={given.password} />
              </div>
              <p className="hp-edit-hint">{t('product.bdm.logged')}</p>
            </Panel>
          )}
        </div>
      </div>
    </Page>
  );
}

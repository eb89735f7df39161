// A new plant in two steps: its data, then its devices; at the end the result of each device and a link to the plant.

import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { type ReactNode, useRef, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button, LinkButton } from '../../../components/base/Button.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { FormRefusal } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { clearDraft } from '../../../session/draftStorage.ts';
import { useDraft } from '../../../session/useDraft.ts';
import { PictureField } from './PictureField.tsx';
import { SerialsField } from './SerialsField.tsx';
import { SiteFields } from './SiteFields.tsx';
import { createInput, newSite, type SiteDraft, siteErrors, siteRules } from './siteDraft.ts';
import { noSerials, type SerialsDraft, useSerials } from './useSerials.ts';

type Made = OutputOf<typeof site.createFast>;

/** Both steps share one draft, kept until the plant is created or the draft discarded. */
interface WizardDraft extends SiteDraft, SerialsDraft {
  step: 1 | 2;
}

const FORM = 'site/new';
const start: WizardDraft = { ...newSite, ...noSerials, step: 1 };

export function SiteWizard(): ReactNode {
  const [made, setMade] = useState<Made & { name: string }>();
  const [round, setRound] = useState(0);
  if (made) {
    return (
      <MadePage
        made={made}
        onAnother={() => {
          setMade(undefined);
          setRound(round + 1);
        }}
      />
    );
  }
  const discard = () => {
    clearDraft(FORM);
    setRound(round + 1);
  };
  return <Steps key={round} onDiscard={discard} onMade={setMade} />;
}

interface StepsProps {
  onMade: (made: Made & { name: string }) => void;
  onDiscard: () => void;
}

function Steps({ onMade, onDiscard }: StepsProps): ReactNode {
  const form = useDraft<WizardDraft>(start, siteErrors, FORM, siteRules);
  const { step } = form.draft;
  const create = useWrite(site.createFast, { quiet: true, refreshes: ['overview', 'device'] });
  const title = useRef<HTMLParagraphElement>(null);
  const go = (to: 1 | 2) => {
    form.change({ step: to });
    // The focus moves to the title of the new step, for screen readers too.
    requestAnimationFrame(() => title.current?.focus());
  };
  const next = () => {
    if (form.isRight()) go(2);
  };
  const save = async () => {
    let answer: Made | undefined;
    const isSaved = await form.save(async (draft) => {
      answer = await create.mutateAsync(createInput(draft, draft.devices));
    });
    if (!isSaved || !answer) {
      // The fields with errors are on the first step.
      if (!isSaved && Object.values(siteErrors(form.draft)).some(Boolean)) form.change({ step: 1 });
      return;
    }
    if (answer.offeredTo) toast(t('site.handOver.sent', { email: answer.offeredTo }), 'success');
    onMade({ ...answer, name: form.draft.siteName.trim() });
  };
  const serials = useSerials(form, () => void save());
  const { check, isWaiting } = serials;
  return (
    <Page
      actions={form.isDirty && <Button onClick={onDiscard}>{t('site.wizard.discard')}</Button>}
      sub={t('site.wizard.sub')}
      title={t('site.wizard.title')}
    >
      <ol className="hp-wizard-steps">
        {[t('site.wizard.step1'), t('site.wizard.step2')].map((words, i) => (
          <li aria-current={step === i + 1 ? 'step' : undefined} key={words}>
            <span>{i + 1}</span>
            {words}
          </li>
        ))}
      </ol>
      <p className="hp-unseen" ref={title} tabIndex={-1}>
        {step === 1 ? t('site.wizard.step1') : t('site.wizard.step2')}
      </p>
      <DraftForm
        className="hp-site-form"
        form={form}
        onSubmit={() => {
          if (isWaiting) return;
          if (step === 1) next();
          else serials.submit();
        }}
      >
        {step === 1 ? (
          <SiteFields form={form} isNew mayDecide />
        ) : (
          <Panel sub={t('site.wizard.devicesSub')} title={t('site.wizard.step2')}>
            <SerialsField change={form.change} draft={form.draft} serials={serials} />
          </Panel>
        )}
        <div className="hp-site-save">
          <FormRefusal words={form.refusal} />
          {step === 2 && check.bad > 0 && <p className="hp-edit-error">{t('site.wizard.badLeft')}</p>}
          {step === 2 && <Button onClick={() => go(1)}>{t('site.wizard.back')}</Button>}
          <Button
            disabled={step === 2 && !check.isReady}
            type="submit"
            isBusy={form.isBusy || isWaiting}
            variant="primary"
          >
            {step === 1 ? t('site.wizard.next') : t('site.wizard.save')}
          </Button>
        </div>
      </DraftForm>
    </Page>
  );
}

function MadePage({ made, onAnother }: { made: Made & { name: string }; onAnother: () => void }): ReactNode {
  const entered = made.devices.filter(({ isEntered }) => isEntered).length;
  const refused = made.devices.filter(({ isEntered }) => !isEntered);
  return (
    <Page title={t('site.wizard.madeTitle')}>
      <div className="hp-state" role="status">
        <Icon name="check" size={28} />
        <h3>{t('site.wizard.made', { name: made.name })}</h3>
        <p>{entered === 0 ? t('site.wizard.madeNone') : t('site.wizard.madeDevices', { count: entered })}</p>
        {made.offeredTo && <p>{t('site.wizard.offered', { email: made.offeredTo })}</p>}
        {refused.length > 0 && (
          <div className="hp-made-refused">
            <p>{t('site.wizard.refused', { count: refused.length })}</p>
            <ul>
              {refused.map(({ sn, msg }, i) => (
                // The same serial number can be rejected twice.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={i}>
                  <strong className="hp-serial">{sn}</strong> {msg}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="hp-row-actions">
          <LinkButton variant="primary" to={paths.site(made.sid)}>
            {t('site.wizard.open')}
          </LinkButton>
          <Button onClick={onAnother}>{t('site.wizard.another')}</Button>
        </div>
      </div>
      <Panel title={t('site.edit.picture')}>
        <PictureField logo="" sid={made.sid} />
      </Panel>
    </Page>
  );
}

import { fieldRules } from '@helioport/contract/fieldRules';
import { token } from '@helioport/contract/token';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { ChoiceField, FieldFrame, TextField } from '../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../components/form/FormNotes.tsx';
import { RemoteSelectMany } from '../../components/form/RemoteSelect.tsx';
import { t } from '../../i18n.ts';
import { useSiteChoices } from '../../session/remoteChoices.ts';
import { useDraft } from '../../session/useDraft.ts';
import type { NewToken } from './TokensTab.tsx';

const lifetimes = [7, 30, 90, 365] as const;
const empty = { name: '', canWrite: '', sids: [] as string[], days: '90' };

interface TokenFormProps {
  most: number;
  onCreated: (made: NewToken) => void;
}

/** Creates an API token: purpose, permissions, plants and validity. */
export function TokenForm({ most, onCreated }: TokenFormProps): ReactNode {
  const form = useDraft(empty, undefined, 'token', fieldRules(token.create));
  const create = useWrite(token.create, { quiet: true });
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const { draft, change } = form;
  const choices = useSiteChoices(draft.sids.map((sid) => ({ value: sid, label: names[sid] ?? sid })));
  const submit = async () => {
    let made: NewToken | undefined;
    const isSaved = await form.save(async ({ name, canWrite, sids, days }) => {
      const created = await create.mutateAsync({
        name,
        canWrite: canWrite !== '',
        sids,
        days: days === '' ? null : Number(days),
      });
      made = { ...created, name: name.trim() };
    });
    if (!isSaved || !made) return;
    form.begin(empty);
    onCreated(made);
  };
  return (
    <DraftForm className="hp-edit hp-token-form" form={form} onSubmit={() => void submit()}>
      <p>{t('token.about')}</p>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      <TextField {...form.text('name')} hint={t('token.nameHint')} label={t('feed.name')} />
      <div className="hp-edit-pair">
        <ChoiceField
          {...form.choice('canWrite')}
          label={t('token.permissions')}
          nothing={t('token.readOnly')}
          options={[{ value: 'write', label: t('token.canWrite') }]}
        />
        <ChoiceField
          {...form.choice('days')}
          label={t('token.expiry')}
          nothing={t('token.never')}
          options={lifetimes.map((count) => ({ value: String(count), label: t('token.days', { count }) }))}
        />
      </div>
      <FieldFrame hint={t('token.plantsHint')} isOptional label={t('token.plants')}>
        {({ id, ...ids }) => (
          <RemoteSelectMany
            {...choices}
            aria-describedby={ids['aria-describedby']}
            chosen={draft.sids}
            id={id}
            onChoose={(sids) => {
              const known = Object.fromEntries(choices.options.map(({ value, label }) => [value, label]));
              setNames((before) => ({ ...before, ...known }));
              change({ sids: sids.slice(0, most) });
            }}
            placeholder={t('token.allPlants')}
          />
        )}
      </FieldFrame>
      <div>
        <Button type="submit" isBusy={form.isBusy} variant="primary">
          {t('token.create')}
        </Button>
      </div>
    </DraftForm>
  );
}

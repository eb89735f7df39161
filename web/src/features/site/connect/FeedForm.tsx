import { feed } from '@helioport/contract/feed';
import { fieldRules } from '@helioport/contract/fieldRules';
import { type FeedKind, feedKinds } from '@helioport/domain/feeds';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import type { NewFeed } from './FeedSettings.tsx';

interface FeedFormProps {
  sid: string;
  onCreated: (feed: NewFeed) => void;
}

const empty: { source: FeedKind; name: string; names: string } = {
  source: feedKinds[0],
  name: '',
  names: '',
};

/** Chooses a source and creates its token. */
export function FeedForm({ sid, onCreated }: FeedFormProps): ReactNode {
  const form = useDraft(empty, undefined, `feed/${sid}`, fieldRules(feed.create));
  const create = useWrite(feed.create, { quiet: true });
  const submit = async () => {
    let made: NewFeed | undefined;
    const isSaved = await form.save(async ({ source, name, names }) => {
      made = { ...(await create.mutateAsync({ sid, source, name, names })), source, name: name.trim() };
    });
    if (!isSaved || !made) return;
    form.begin({ ...empty, source: made.source });
    onCreated(made);
  };
  const { source } = form.draft;
  return (
    <DraftForm className="hp-edit" form={form} onSubmit={submit}>
      <p>{t('feed.what')}</p>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      <SelectBox
        label={t('feed.kind')}
        onChange={(value) => form.change({ source: value as FeedKind })}
        options={feedKinds.map((kind) => ({ value: kind, label: t(`feed.kind.${kind}`) }))}
        value={source}
      />
      <p className="hp-edit-hint">{t(`feed.about.${source}`)}</p>
      <TextField {...form.text('name')} hint={t('feed.nameHint')} label={t('feed.name')} />
      {source === 'emoncms' && (
        <TextField {...form.text('names')} hint={t('feed.mappingHint')} label={t('feed.mapping')} />
      )}
      <div>
        <Button type="submit" isBusy={form.isBusy} variant="primary">
          {t('feed.create')}
        </Button>
      </div>
    </DraftForm>
  );
}

import type { OutputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { site } from '@helioport/contract/site';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { CodeBlock, CopyText } from '../../../components/base/CopyText.tsx';
import { LinkCode } from '../../../components/base/LinkCode.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { CheckField, ChoiceField, TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { language, t, type WordKey } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useDraft } from '../../../session/useDraft.ts';

type Settings = OutputOf<typeof site.publicPage>;
type Block = Settings['blocks'][number];

const blockWords: Readonly<Record<Block, WordKey>> = {
  now: 'site.public.block.now',
  today: 'site.public.block.today',
  curve: 'site.public.block.curve',
  benefit: 'site.public.block.benefit',
  verdict: 'site.public.block.verdict',
};

const all = Object.keys(blockWords) as Block[];

/** Publishes a page of the plant for everyone with its URL, describes its content, and unpublishes it. */
export function PublicPagePanel({ sid }: { sid: string }): ReactNode {
  const answer = useCall(site.publicPage, { sid }, { live: 'none' });
  return (
    <Panel answer={answer} fold="public" height={120} title={t('site.public.title')}>
      {answer.data && <PageForm key={sid} page={answer.data} sid={sid} />}
    </Panel>
  );
}

const draftOf = ({ title, blocks }: Settings) => ({ title, blocks });

function PageForm({ sid, page }: { sid: string; page: Settings }): ReactNode {
  const form = useDraft(draftOf(page), undefined, `publicPage/${sid}`, fieldRules(site.publicPageSet));
  const set = useWrite(site.publicPageSet, { quiet: true });
  const save = async (more: { isOn?: boolean; isRenewed?: boolean } = {}) => {
    let saved = page;
    const isSaved = await form.save(async (draft) => {
      saved = await set.mutateAsync({ sid, ...draft, ...more });
    });
    if (!isSaved) return;
    // Unpublishing the page clears its headline.
    form.begin(draftOf(saved));
    toast(t('site.public.changed'), 'success');
  };
  const turn = (block: Block, isShown: boolean) =>
    form.change({ blocks: all.filter((one) => (one === block ? isShown : form.draft.blocks.includes(one))) });
  return (
    <form
      className="hp-edit"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isBusy) void save();
      }}
    >
      <p>{t('site.public.what')}</p>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      {page.isOn && <PageAddress token={page.token} />}
      <TextField
        {...form.text('title')}
        hint={t('site.public.headlineHint')}
        isOptional
        label={t('site.public.headline')}
      />
      <fieldset className="hp-public-blocks">
        <legend>{t('site.public.shows')}</legend>
        {all.map((block) => (
          <CheckField
            isChecked={form.draft.blocks.includes(block)}
            key={block}
            label={t(blockWords[block])}
            onChange={(isShown) => turn(block, isShown)}
          />
        ))}
      </fieldset>
      <div className="hp-public-actions">
        <Button disabled={page.isOn && !form.isDirty} type="submit" isBusy={form.isBusy}>
          {page.isOn ? t('form.save') : t('site.public.open')}
        </Button>
        {page.isOn && (
          <>
            <Button disabled={form.isBusy} onClick={() => void save({ isRenewed: true })}>
              {t('site.public.renew')}
            </Button>
            <Button isDanger disabled={form.isBusy} onClick={() => void save({ isOn: false })}>
              {t('site.public.end')}
            </Button>
          </>
        )}
      </div>
      {page.isOn && <WidgetCode token={page.token} title={page.title} />}
      {page.isOn && <p className="hp-edit-hint">{t('site.public.renewHint')}</p>}
    </form>
  );
}

function PageAddress({ token }: { token: string }): ReactNode {
  const url = `${location.origin}${paths.publicPlant(token)}`;
  return (
    <div className="hp-public-address">
      <LinkCode url={url}>
        <span className="hp-unseen">{t('site.public.address')}</span>
      </LinkCode>
      <CopyText label={t('site.public.address')} text={url} />
    </div>
  );
}

const themes = ['light', 'dark'] as const;
const themeWords = { light: 'widget.light', dark: 'widget.dark' } as const;

/** The code that shows the plant in a frame of another web site, with a preview. */
function WidgetCode({ token, title }: { token: string; title: string }): ReactNode {
  const [theme, setTheme] = useState('');
  const url = `${location.origin}${paths.widget(token, { lang: language.webCode, theme: theme || 'auto' })}`;
  const name = title || t('kiosk.title');
  const code = `<iframe src="${attribute(url)}" title="${attribute(name)}" width="320" height="240" style="border:0" loading="lazy"></iframe>`;
  return (
    <div className="hp-public-widget">
      <h3>{t('widget.title')}</h3>
      <p>{t('widget.about')}</p>
      <ChoiceField
        label={t('widget.theme')}
        nothing={t('widget.auto')}
        onChange={setTheme}
        options={themes.map((value) => ({ value, label: t(themeWords[value]) }))}
        value={theme}
      />
      <CodeBlock label={t('widget.code')} text={code} />
      <iframe height={240} loading="lazy" src={url} title={t('widget.preview')} width={320} />
    </div>
  );
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

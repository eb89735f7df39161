import { configuration } from '@helioport/contract/configuration';
import { DOCUMENT_FILE_BYTES, DOCUMENT_FILES } from '@helioport/contract/documentation';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { WebCode } from '@helioport/domain/languages';
import { type ReactNode, useDeferredValue } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { urlFields, whole } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { FileButton } from '../../components/form/FileButton.tsx';
import { AreaField, CheckField, ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { RestoredNote } from '../../components/form/FormNotes.tsx';
import { SaveLine } from '../../components/form/SaveLine.tsx';
import { language, t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import './configuration.css';
import { FileList } from '../../components/pv/files/FileList.tsx';
import { SendingNote } from '../../components/pv/files/SendingNote.tsx';
import { useSending } from '../../components/pv/files/useSending.ts';
import {
  type Document,
  type DocumentFile,
  documentWay,
  languageOptions,
  useProductOptions,
} from './documents.ts';
import { Markdown } from './Markdown.tsx';

const { documentationList, documentationCreate, documentationEdit } = configuration;
const _TITLE_MAX = 200;
const MB = 1_048_576;

const schema = urlFields({ id: whole(0, 1e12, 0) });

interface DocumentDraft {
  language: string;
  product: string;
  title: string;
  text: string;
  isPublished: boolean;
  files: DocumentFile[];
}

/** Creates or edits a document: text next to a preview, and files. */
export default function DocumentEditPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const mayWrite = useMayCall(id > 0 ? documentationEdit : documentationCreate);
  const answer = useCall(
    documentationList,
    { filters: { id } },
    { live: 'none', isEnabled: id > 0 && mayWrite },
  );
  const one = answer.data?.list[0];
  const empty = !mayWrite
    ? { title: t('documentation.readOnly'), icon: 'lock' as const }
    : { title: t('ui.unknownTitle'), icon: 'document' as const };
  return (
    <Page
      crumbs={[{ title: pageTitle('documentation'), to: paths.documentation() }]}
      title={one?.title ?? (id > 0 ? t('documentation.one') : t('documentation.new'))}
    >
      {mayWrite && (id === 0 || one) ? (
        <Editor key={id} one={one} />
      ) : (
        <Panel {...(mayWrite ? { answer } : {})} empty={empty} height={320}>
          {null}
        </Panel>
      )}
    </Page>
  );
}

const draftOf = (one: Document | undefined): DocumentDraft => ({
  language: one?.language ?? language.webCode,
  product: one?.product ?? '',
  title: one?.title ?? '',
  text: one?.text ?? '',
  isPublished: one?.isPublished ?? false,
  files: one?.files ?? [],
});

function Editor({ one }: { one: Document | undefined }): ReactNode {
  const form = useDraft<DocumentDraft>(
    draftOf(one),
    undefined,
    `document-${one?.id ?? ''}`,
    fieldRules(configuration.documentationCreate),
  );
  const create = useWrite(documentationCreate, { quiet: true });
  const edit = useWrite(documentationEdit, { quiet: true });
  const navigate = useNavigate();
  const { draft } = form;
  const shown = useDeferredValue(draft.text);
  const save = async () => {
    const isSaved = await form.save(({ files, language: webCode, ...typed }) => {
      const input = { ...typed, language: webCode as WebCode, files: files.map(({ id }) => id) };
      return one ? edit.mutateAsync({ ...input, id: one.id }) : create.mutateAsync(input);
    });
    if (!isSaved) return;
    toast(t('documentation.saved'), 'success');
    await navigate(paths.documentation());
  };
  return (
    <div className="hp-document-edit">
      <DraftForm form={form} onSubmit={() => void save()}>
        <RestoredNote onDrop={form.dropRestored} />
        <Panel title={t('documentation.one')}>
          <div className="hp-edit">
            <WhatFields form={form} />
            <AreaField
              {...form.text('text')}
              hint={t('documentation.textHint')}
              label={t('documentation.text')}
              rows={16}
            />
            <CheckField
              {...form.tick('isPublished')}
              hint={t('documentation.publishHint')}
              label={t('documentation.published')}
            />
          </div>
        </Panel>
        <FilesPanel form={form} />
        <SaveLine form={form} />
      </DraftForm>
      <Panel title={t('documentation.look')}>
        <Markdown text={shown} />
      </Panel>
    </div>
  );
}

function WhatFields({ form }: { form: Draft<DocumentDraft> }): ReactNode {
  const products = useProductOptions();
  return (
    <>
      <TextField {...form.text('title')} label={t('documentation.field.title')} />
      <div className="hp-edit-pair">
        <ChoiceField
          {...form.choice('language')}
          label={t('documentation.field.language')}
          options={languageOptions}
        />
        <ChoiceField
          {...form.choice('product')}
          label={t('documentation.field.product')}
          nothing={t('documentation.allProducts')}
          options={products}
        />
      </div>
    </>
  );
}

function FilesPanel({ form }: { form: Draft<DocumentDraft> }): ReactNode {
  const { draft, change } = form;
  const sending = useSending(documentWay, (file) => change({ files: [...draft.files, file] }));
  return (
    <Panel title={t('documentation.field.files')}>
      <div className="hp-edit">
        <FileList
          files={draft.files}
          onRemove={({ id }) => change({ files: draft.files.filter((file) => file.id !== id) })}
        />
        {draft.files.length < DOCUMENT_FILES && (
          <div>
            <FileButton
              accept={['.pdf', '.png', '.jpg', '.jpeg', '.webp', '.zip']}
              icon="plus"
              isBusy={sending.name !== ''}
              label={t('documentation.addFile')}
              onFile={sending.send}
            >
              {t('documentation.addFile')}
            </FileButton>
          </div>
        )}
        <SendingNote
          hint={t('documentation.filesHint', { max: `${DOCUMENT_FILE_BYTES / MB} MB` })}
          sending={sending}
        />
      </div>
    </Panel>
  );
}

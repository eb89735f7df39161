import { configuration } from '@helioport/contract/configuration';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import type { SentFile } from '../../api/sendFile.ts';
import { bytesText } from '../../components/base/bytes.ts';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { urlFields, whole } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { FileButton } from '../../components/form/FileButton.tsx';
import {
  AreaField,
  CheckField,
  ChoiceField,
  type FieldErrors,
  TextField,
} from '../../components/form/FormFields.tsx';
import { RestoredNote } from '../../components/form/FormNotes.tsx';
import { SaveLine } from '../../components/form/SaveLine.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import './configuration.css';
import { wrongFormat } from '../../components/form/wrongFormat.ts';
import { SendingNote } from '../../components/pv/files/SendingNote.tsx';
import { useSending } from '../../components/pv/files/useSending.ts';
import { FittingTable } from './FittingTable.tsx';
import { type Firmware, firmwareName, firmwareWay } from './ota.ts';

const { otaList, otaModels, otaCreate, otaEdit } = configuration;
const schema = urlFields({ id: whole(0, 1e12, 0) });

interface FirmwareDraft {
  model: string;
  versionName: string;
  description: string;
  sha256: string;
  isPublished: boolean;
  isForced: boolean;
  file: SentFile | null;
}

/** Adds a firmware or changes its description; below are the compatible devices. */
export default function OtaEditPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(otaList, { filters: { id } }, { live: 'none', isEnabled: id > 0 });
  const mayAdd = useMayCall(otaCreate);
  const one = answer.data?.list[0];
  const isThere = id > 0 ? one !== undefined : mayAdd;
  return (
    <Page
      crumbs={[{ title: pageTitle('otaFile'), to: paths.otaFiles() }]}
      title={one ? firmwareName(one) : id > 0 ? t('ota.one') : t('ota.new')}
    >
      {isThere ? (
        <Editor key={id} one={one} />
      ) : (
        <Panel
          {...(id > 0 ? { answer } : {})}
          empty={
            id > 0
              ? { title: t('ui.unknownTitle'), icon: 'download' }
              : { title: t('public.forbiddenTitle'), hint: t('public.forbiddenHint'), icon: 'download' }
          }
          height={320}
        >
          {null}
        </Panel>
      )}
      {one && <FittingTable firmware={one} />}
    </Page>
  );
}

const errorsOf = (isNew: boolean) => (draft: FirmwareDraft, wrong: FieldErrors) =>
  isNew
    ? {
        versionName:
          wrong.versionName && draft.versionName.trim() !== ''
            ? wrongFormat(t('ota.versionFormat'))
            : wrong.versionName,
        file: draft.file === null ? t('ota.fileNeeded') : undefined,
      }
    : { model: undefined, versionName: undefined };

function Editor({ one }: { one: Firmware | undefined }): ReactNode {
  const mayEdit = useMayCall(one ? otaEdit : otaCreate);
  const form = useDraft<FirmwareDraft>(
    {
      model: one?.model ?? '',
      versionName: one?.versionName ?? '',
      sha256: '',
      file: null,
      description: one?.description ?? '',
      isPublished: one?.isPublished ?? false,
      isForced: one?.isForced ?? false,
    },
    errorsOf(one === undefined),
    `firmware-${one?.id ?? ''}`,
    fieldRules(configuration.otaCreate),
  );
  const create = useWrite(otaCreate, { quiet: true });
  const edit = useWrite(otaEdit, { quiet: true });
  const navigate = useNavigate();
  const save = async () => {
    const isSaved = await form.save(({ file, versionName, sha256, ...typed }) =>
      one
        ? edit.mutateAsync({ ...typed, id: one.id })
        : create.mutateAsync({
            ...typed,
            versionName: versionName.trim(),
            sha256: sha256.trim(),
            fileId: file?.id ?? 0,
          }),
    );
    if (!isSaved) return;
    toast(t('ota.saved'), 'success');
    await navigate(paths.otaFiles());
  };
  return (
    <DraftForm className="hp-firmware-edit" form={form} onSubmit={() => void save()}>
      <RestoredNote onDrop={form.dropRestored} />
      <Panel title={t('ota.one')}>
        <fieldset className="hp-edit hp-bare-fields" disabled={!mayEdit}>
          <legend className="hp-unseen">{t('ota.one')}</legend>
          {one ? <FileFacts file={one} /> : <NewFields form={form} />}
          <AreaField {...form.text('description')} isOptional label={t('ota.field.description')} rows={3} />
          <CheckField
            {...form.tick('isPublished')}
            hint={t('ota.publishHint')}
            label={t('documentation.published')}
          />
          <CheckField {...form.tick('isForced')} hint={t('ota.forcedHint')} label={t('ota.forced')} />
        </fieldset>
      </Panel>
      {mayEdit && <SaveLine form={form} />}
    </DraftForm>
  );
}

function NewFields({ form }: { form: Draft<FirmwareDraft> }): ReactNode {
  const { draft, change, errors } = form;
  const models = useCall(otaModels, {}, { live: 'none' });
  const sending = useSending(firmwareWay, (file) => change({ file }));
  return (
    <>
      <div className="hp-edit-pair">
        <ChoiceField
          {...form.choice('model')}
          label={t('ota.field.model')}
          nothing=""
          options={(models.data?.list ?? []).map((one) => ({ value: one.model, label: one.modelTitle }))}
        />
        <TextField {...form.text('versionName')} label={t('ota.field.version')} placeholder="1.4.0" />
      </div>
      <div>
        <FileButton
          accept={[]}
          icon="plus"
          isBusy={sending.name !== ''}
          label={t('ota.choose')}
          onFile={sending.send}
        >
          {t('ota.choose')}
        </FileButton>
      </div>
      <SendingNote
        hint={t('ota.fileHint')}
        sending={{ ...sending, refusal: sending.refusal || (errors.file ?? '') }}
      />
      {draft.file && <FileFacts file={{ ...draft.file, fileName: draft.file.name }} />}
      <TextField {...form.text('sha256')} isOptional label={t('ota.expected')} />
    </>
  );
}

function FileFacts({ file }: { file: Pick<Firmware, 'fileName' | 'bytes' | 'sha256'> }): ReactNode {
  return (
    <Facts
      facts={[
        { title: t('ota.field.file'), value: file.fileName },
        { title: t('ota.field.size'), value: bytesText(file.bytes) },
        { title: 'SHA-256', value: <CopyText label="SHA-256" text={file.sha256} /> },
      ]}
    />
  );
}

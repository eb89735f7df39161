import { device } from '@helioport/contract/device';
import { type ReactNode, useRef, useState } from 'react';
import { useWrite } from '../../../../api/query.ts';
import { Button } from '../../../../components/base/Button.tsx';
import { toast } from '../../../../components/base/Toaster.tsx';
import { t } from '../../../../i18n.ts';
import type { Point } from '../model/places.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Editor, LayoutPage } from './useEditing.ts';

interface PagePanelProps {
  sid: string;
  page: LayoutPage;
  editor: Editor;
  /** The two points on the image, once both are set. */
  points: readonly Point[];
  isMeasuring: boolean;
  onMeasure: (isMeasuring: boolean) => void;
  onGone: () => void;
}

const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Name and module size of the page, background image and its scale. Changes are saved immediately. */
export function PagePanel(props: PagePanelProps): ReactNode {
  const { sid, page, editor, points, isMeasuring, onMeasure, onGone } = props;
  const [name, setName] = useState(page.name);
  const [isSure, setSure] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const edit = useWrite(device.modulesPageEdit, { refreshes: ['site'] });
  const lay = useWrite(device.modulesPagePicture, { refreshes: ['site'] });
  const del = useWrite(device.modulesPageDel, { refreshes: ['site'] });
  const onPage = { sid, pageId: page.id, version: editor.version };
  const adopt = ({ isSaved, version }: { isSaved: boolean; version: number }) => {
    if (isSaved) editor.adopt(version);
    else toast(t('layout.pageChanged'), 'note');
  };
  const put = (fields: Partial<Parameters<typeof edit.mutate>[0]>) =>
    edit.mutate({ ...onPage, ...fields }, { onSuccess: adopt });
  const [a, b] = points;
  const measuredM = a && b ? Math.hypot(a.x - b.x, a.y - b.y) : null;
  const rescale = (realM: number | null) => {
    if (measuredM === null || !realM || measuredM === 0 || !a) return;
    const factor = realM / measuredM;
    // The first point stays where it is.
    put({
      metresPerPixel: page.metresPerPixel * factor,
      pictureXM: a.x + (page.pictureXM - a.x) * factor,
      pictureYM: a.y + (page.pictureYM - a.y) * factor,
    });
    onMeasure(false);
  };
  return (
    <div className="hp-layout-fields">
      <label className="hp-layout-number">
        <span>{t('layout.pageName')}</span>
        <input
          maxLength={80}
          onBlur={() => name.trim() !== '' && name !== page.name && put({ name: name.trim() })}
          onChange={({ target }) => setName(target.value)}
          value={name}
        />
      </label>
      <span className="hp-layout-pair">
        <NumberBox
          label={t('layout.moduleWidth')}
          max={5}
          min={0.1}
          onChange={(moduleWidthM) => moduleWidthM !== null && put({ moduleWidthM })}
          step={0.01}
          value={page.moduleWidthM}
        />
        <NumberBox
          label={t('layout.moduleHeight')}
          max={5}
          min={0.1}
          onChange={(moduleHeightM) => moduleHeightM !== null && put({ moduleHeightM })}
          step={0.01}
          value={page.moduleHeightM}
        />
      </span>
      <input
        accept={kinds.join(',')}
        aria-label={t('layout.picture')}
        className="hp-unseen"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) lay.mutate({ ...onPage, version: editor.version, file: chosen }, { onSuccess: adopt });
          target.value = '';
        }}
        ref={file}
        tabIndex={-1}
        type="file"
      />
      <span className="hp-layout-row">
        <Button isBusy={lay.isPending} onClick={() => file.current?.click()}>
          {t('layout.picture')}
        </Button>
        {page.picture !== '' && (
          <Button onClick={() => put({ hasNoPicture: true })}>{t('layout.noPicture')}</Button>
        )}
      </span>
      {page.picture !== '' && (
        <>
          <Button aria-pressed={isMeasuring} onClick={() => onMeasure(!isMeasuring)}>
            {t('layout.measure')}
          </Button>
          {isMeasuring && <p className="hp-muted">{t('layout.measureHint')}</p>}
          {measuredM !== null && (
            <NumberBox
              label={t('layout.distance')}
              max={2000}
              min={0.01}
              onChange={rescale}
              step={0.01}
              value={measuredM}
            />
          )}
        </>
      )}
      {isSure ? (
        <div className="hp-layout-row" role="alert">
          <span>{t('layout.deletePageSure', { name: page.name })}</span>
          <Button onClick={() => setSure(false)}>{t('form.cancel')}</Button>
          <Button
            isDanger
            isBusy={del.isPending}
            onClick={() =>
              del.mutate(onPage, {
                onSuccess: (answer) => {
                  if (answer.isSaved) onGone();
                  else adopt(answer);
                },
              })
            }
          >
            {t('form.delete')}
          </Button>
        </div>
      ) : (
        <Button isDanger onClick={() => setSure(true)} variant="text">
          {t('layout.deletePage')}
        </Button>
      )}
    </div>
  );
}

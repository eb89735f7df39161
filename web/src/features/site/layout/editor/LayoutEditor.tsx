import { type DragEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { Icon } from '../../../../components/base/Icon.tsx';
import { ToolButton } from '../../../../components/base/ToolButton.tsx';
import { formatNumber } from '../../../../components/base/time.ts';
import { RestoredNote } from '../../../../components/form/FormNotes.tsx';
import { t } from '../../../../i18n.ts';
import { type Face, type Scene, sceneBox } from '../canvas/paint.ts';
import { usePalette } from '../canvas/palette.ts';
import { RoofCanvas } from '../canvas/RoofCanvas.tsx';
import type { Surface } from '../canvas/surface.ts';
import { wired } from '../model/commands.ts';
import { nameOf, overlapping, type Place, type Point, placeAt, readInput } from '../model/places.ts';
import { toPlan } from '../model/view.ts';
import { ChosenPanel } from './ChosenPanel.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FillPanel } from './FillPanel.tsx';
import { INPUT_TYPE, InputsPanel } from './InputsPanel.tsx';
import { freeInputs, inputsOfPage } from './inputs.ts';
import { actAnywhere, onKey } from './keys.ts';
import { PagePanel } from './PagePanel.tsx';
import { PlaceTable } from './PlaceTable.tsx';
import { Toolbar } from './Toolbar.tsx';
import { type Layout, type LayoutPage, useEditing } from './useEditing.ts';
import { type Tool, useHand } from './useHand.ts';
import { usePicture } from './usePicture.ts';
import { ZonesPanel } from './ZonesPanel.tsx';
import { letterOf } from './zoneNames.ts';

const GRID_M = 0.5;
/** Snapping distance in pixels. */
const REACH_PX = 9;

interface LayoutEditorProps {
  sid: string;
  timeZone: string;
  layout: Layout;
  page: LayoutPage;
  isList: boolean;
  /** Asks first if there are unsaved changes. */
  onRefresh: (isDirty: boolean) => void;
  onGone: () => void;
}

/** Editor of one page. Keeps its initial state; `onRefresh` restarts it. */
export function LayoutEditor(props: LayoutEditorProps): ReactNode {
  const { sid, timeZone, layout, page, isList, onRefresh, onGone } = props;
  const editor = useEditing(sid, layout, page);
  const [tool, setTool] = useState<Tool>('choose');
  const [isSnapping, setSnapping] = useState(true);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [fits, setFits] = useState(0);
  const surface = useRef<Surface>(null);
  const palette = usePalette();
  const picture = usePicture(page);
  const size = useMemo(
    () => ({ widthM: page.moduleWidthM, heightM: page.moduleHeightM }),
    [page.moduleWidthM, page.moduleHeightM],
  );
  const { plan, chosen } = editor;
  const places = useMemo(() => [...plan.places.values()], [plan.places]);
  const letters = useMemo(() => new Map(plan.zones.map(({ id }, i) => [id, letterOf(i)])), [plan.zones]);
  const own = useMemo(() => inputsOfPage(layout, page.id), [layout, page.id]);
  const free = useMemo(() => freeInputs(plan, layout.inputs, own), [plan, layout.inputs, own]);
  const overlaps = useMemo(() => overlapping(places, size), [places, size]);
  const mayEdit = layout.mayEdit;

  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  useEffect(() => {
    if (!mayEdit) return undefined;
    const ending = new AbortController();
    addEventListener(
      'keydown',
      (event) => {
        if (actAnywhere(event, latest.current)) event.preventDefault();
      },
      { signal: ending.signal },
    );
    return () => ending.abort();
  }, [mayEdit]);

  const hand = useHand({
    editor,
    size,
    tool,
    isSnapping,
    gridM: GRID_M / 5,
    reachM: () => REACH_PX / (surface.current?.view.scale ?? 30),
    onMeasure: (at) => setPoints((now) => (now.length >= 2 ? [at] : [...now, at])),
  });
  const faceOf = (place: Place): Face => {
    const name = nameOf(place);
    const zone = place.planeId === null ? undefined : letters.get(place.planeId);
    return {
      fill: name === '' ? palette.surface : palette['act-soft'],
      ink: palette.ink,
      isDashed: name === '',
      isOverlapping: overlaps.has(place.key),
      ...(name === '' ? {} : { text: name.slice(-6) }),
      ...(zone ? { small: zone } : {}),
    };
  };
  const scene = (): Scene => ({
    places,
    size,
    palette,
    faceOf,
    chosen,
    points,
    gridM: GRID_M,
    underlay: picture,
    ...hand.marks.current,
    lineX: hand.marks.current.shift?.lineX,
    lineY: hand.marks.current.shift?.lineY,
  });
  const showAll = () => surface.current?.fit(sceneBox(places, size, picture));
  const middle = (): Point => {
    const { current } = surface;
    return current ? toPlan(current.view, { x: current.width / 3, y: current.height / 3 }) : { x: 0, y: 0 };
  };
  const takeInput = (event: DragEvent, on: Surface) => {
    const input = readInput(event.dataTransfer.getData(INPUT_TYPE));
    const place = placeAt(places, size, on.planAt(event.clientX, event.clientY));
    if (input && place) editor.change((now) => wired(now, place.key, input));
  };
  const measure = (isMeasuring: boolean) => {
    setPoints([]);
    setTool(isMeasuring ? 'measure' : 'choose');
  };
  const view = {
    pan: (dx: number, dy: number) => surface.current?.pan(dx, dy),
    zoom: (factor: number) => surface.current?.zoom(factor),
  };
  return (
    <div className="hp-layout-editor">
      <div className="hp-layout-bar">
        <RestoredNote onDrop={editor.isRestored ? () => onRefresh(false) : undefined} />
        {mayEdit && overlaps.size > 0 && (
          <p className="hp-layout-overlaps" role="status">
            <Icon name="alert" size={16} />
            {t('layout.overlaps', { count: overlaps.size })}
            <Button isSmall onClick={() => editor.choose(overlaps)}>
              {t('layout.overlapsChoose')}
            </Button>
          </p>
        )}
        {mayEdit && (
          <Toolbar
            editor={editor}
            isSnapping={isSnapping}
            onSnapping={setSnapping}
            onTool={setTool}
            size={size}
            tool={tool}
          />
        )}
        <div className="hp-layout-tools">
          <ToolButton icon="plus" label={t('layout.zoomIn')} onClick={() => view.zoom(1.25)} />
          <ToolButton icon="minus" label={t('layout.zoomOut')} onClick={() => view.zoom(0.8)} />
          <ToolButton icon="fit" label={t('layout.showAll')} onClick={showAll} />
          <ToolButton icon="refresh" label={t('layout.refresh')} onClick={() => onRefresh(editor.isDirty)} />
        </div>
        {mayEdit && (
          <Button
            disabled={!editor.isDirty}
            isBusy={editor.isBusy}
            onClick={() => void editor.save()}
            variant="primary"
          >
            {t('form.save')}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="hp-unseen">
        {t('layout.chosen', { value: formatNumber(chosen.size) })}
      </p>
      {isList ? (
        <PlaceTable editor={editor} free={free} isReadOnly={!mayEdit} size={size} />
      ) : (
        <div className="hp-layout-canvas">
          <RoofCanvas
            {...(mayEdit ? hand : { tap: hand.tap })}
            fitKey={`${page.id}/${picture === undefined ? '' : page.picture}/${fits}`}
            isTool
            label={t('layout.canvas', { name: page.name })}
            onDrop={takeInput}
            onKeyDown={(event) => mayEdit && onKey(event, editor, size, view)}
            onSurface={(opened) => {
              surface.current = opened;
            }}
            scene={scene}
          />
        </div>
      )}
      {mayEdit && (
        <div className="hp-layout-side">
          <details open>
            <summary>{t('layout.ofChosen')}</summary>
            <ChosenPanel editor={editor} free={free} />
          </details>
          <details>
            <summary>{t('layout.rowsTitle')}</summary>
            <FillPanel
              at={middle}
              editor={editor}
              onFilled={() => setFits((count) => count + 1)}
              size={size}
            />
          </details>
          <details open={free.length > 0}>
            <summary>{t('layout.inputs', { value: formatNumber(free.length) })}</summary>
            <InputsPanel editor={editor} free={free} size={size} />
          </details>
          <details>
            <summary>{t('layout.zones')}</summary>
            <ZonesPanel editor={editor} />
          </details>
          <details>
            <summary>{t('layout.page')}</summary>
            <PagePanel
              editor={editor}
              isMeasuring={tool === 'measure'}
              key={page.id}
              onGone={() => {
                // The page was deleted with its unsaved changes.
                editor.forget();
                onGone();
              }}
              onMeasure={measure}
              page={page}
              points={points}
              sid={sid}
            />
          </details>
        </div>
      )}
      {editor.conflict && (
        <ConflictDialog
          conflict={editor.conflict}
          onSettle={(winner) => void editor.settle(winner)}
          timeZone={timeZone}
        />
      )}
    </div>
  );
}

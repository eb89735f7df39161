import { type ReactNode, useMemo, useRef } from 'react';
import { ToolButton } from '../../../../components/base/ToolButton.tsx';
import { SelectBox } from '../../../../components/form/SelectBox.tsx';
import { t } from '../../../../i18n.ts';
import { type Face, type Scene, sceneBox } from '../canvas/paint.ts';
import type { Palette } from '../canvas/palette.ts';
import { RoofCanvas } from '../canvas/RoofCanvas.tsx';
import type { Surface, Touch } from '../canvas/surface.ts';
import { zoneTitle } from '../editor/zoneNames.ts';
import { boundingBox, nameOf, type Place, placeAt } from '../model/places.ts';
import type { Roof } from './useRoof.ts';
import '../../../../components/pv/playback/playback.css';

/** Height of the tools with their margin, kept free of modules. */
const TOOLS_PX = 64;

interface RoofDrawingProps {
  roof: Roof;
  palette: Palette;
  faceOf: (place: Place) => Face;
  /** Names of modules. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** A read-only roof: drag to pan, pinch to zoom, tap to select a module. */
export function RoofDrawing({ roof, palette, faceOf, chosen, onChoose }: RoofDrawingProps): ReactNode {
  const surface = useRef<Surface>(null);
  const { page, pages, places, zones, size, picture } = roof;
  const keys = new Set(places.filter((place) => chosen.has(nameOf(place))).map(({ key }) => key));
  const labels = useMemo(
    () =>
      zones.flatMap((zone, i) => {
        const box = boundingBox(
          places.filter(({ planeId }) => planeId === zone.id),
          size,
        );
        return box ? [{ text: zoneTitle(zone, i), x: box.left, y: box.top }] : [];
      }),
    [zones, places, size],
  );
  const scene = (): Scene => ({ places, size, palette, faceOf, chosen: keys, underlay: picture, labels });
  const tap = ({ at, isAdding, isTouch }: Touch) => {
    const place = placeAt(places, size, at);
    const name = place ? nameOf(place) : '';
    if (name === '') {
      if (!isAdding) onChoose(new Set());
      return;
    }
    const isMore = isAdding || isTouch;
    const next = new Set(isMore ? chosen : []);
    if (isMore && chosen.has(name)) next.delete(name);
    else next.add(name);
    onChoose(next);
  };
  return (
    <div className="hp-roof-frame">
      <RoofCanvas
        fitKey={`${page?.id}/${picture === undefined ? '' : page?.picture}`}
        headPx={TOOLS_PX}
        label={t('playback.canvas', { name: page?.name ?? '' })}
        onSurface={(opened) => {
          surface.current = opened;
        }}
        scene={scene}
        tap={tap}
      />
      <div className="hp-layout-tools hp-roof-tools">
        {pages.length > 1 && (
          <SelectBox
            isLabelUnseen
            label={t('layout.page')}
            onChange={(value) => roof.setPage(Number(value))}
            options={pages.map((one) => ({ value: String(one.id), label: one.name }))}
            value={String(page?.id ?? 0)}
          />
        )}
        <ToolButton icon="plus" label={t('layout.zoomIn')} onClick={() => surface.current?.zoom(1.25)} />
        <ToolButton icon="minus" label={t('layout.zoomOut')} onClick={() => surface.current?.zoom(0.8)} />
        <ToolButton
          icon="fit"
          label={t('layout.showAll')}
          onClick={() => surface.current?.fit(sceneBox(places, size, picture))}
        />
      </div>
    </div>
  );
}

// Pointer actions in the editor: select, drag with snapping, marquee, measure two points.
import { useRef } from 'react';
import type { Touch } from '../canvas/surface.ts';
import { chosenOf, moved } from '../model/commands.ts';
import { type Box, boxBetween, type ModuleSize, type Point, placeAt, placesIn } from '../model/places.ts';
import { type Snap, snapped } from '../model/snapping.ts';
import type { Editor } from './useEditing.ts';

export type Tool = 'choose' | 'pan' | 'measure';

export interface Marks {
  shift?: Snap | undefined;
  marquee?: Box | undefined;
}

interface HandOptions {
  editor: Editor;
  size: ModuleSize;
  tool: Tool;
  isSnapping: boolean;
  gridM: number;
  /** The snapping distance in meters at the current zoom. */
  reachM: () => number;
  onMeasure: (at: Point) => void;
}

/** Distance between neighbors in meters: that of a usual clamp. */
const GAP_M = 0.02;

export function useHand({ editor, size, tool, isSnapping, gridM, reachM, onMeasure }: HandOptions) {
  const marks = useRef<Marks>({});
  const begun = useRef<{ at: Point; what: 'move' | 'frame' } | null>(null);
  const { plan, chosen } = editor;
  const all = () => [...plan.places.values()];

  const press = ({ at, isAdding, isTouch }: Touch): boolean => {
    begun.current = null;
    if (tool !== 'choose') return false;
    const place = placeAt(all(), size, at);
    if (place && !isAdding) {
      if (!chosen.has(place.key)) {
        // On touch a drag pans the view and must not move a module.
        if (isTouch) return false;
        editor.choose(new Set([place.key]));
      }
      begun.current = { at, what: 'move' };
      return true;
    }
    if (isTouch) return false;
    begun.current = { at, what: 'frame' };
    return true;
  };

  const drag = ({ at }: Touch) => {
    const { current } = begun;
    if (!current) return;
    if (current.what === 'frame') {
      marks.current = { marquee: boxBetween(current.at, at) };
      return;
    }
    const move = { dx: at.x - current.at.x, dy: at.y - current.at.y };
    const others = all().filter(({ key }) => !chosen.has(key));
    const options = { reachM: reachM(), gridM, gapM: GAP_M };
    const shift = isSnapping ? snapped(chosenOf(plan, chosen), others, move, size, options) : move;
    marks.current = { shift };
  };

  const drop = (isCancelled: boolean) => {
    const { shift, marquee } = marks.current;
    const { current } = begun;
    marks.current = {};
    begun.current = null;
    if (isCancelled || !current) return;
    if (shift) editor.change((now, keys) => moved(now, keys, shift.dx, shift.dy));
    if (marquee) {
      const found = placesIn(all(), size, marquee).map(({ key }) => key);
      editor.choose(new Set([...(isAddingFrame.current ? chosen : []), ...found]));
    }
  };
  const isAddingFrame = useRef(false);

  const tap = ({ at, isAdding }: Touch) => {
    if (tool === 'measure') {
      onMeasure(at);
      return;
    }
    const place = placeAt(all(), size, at);
    if (!place) {
      if (!isAdding) editor.choose(new Set());
      return;
    }
    const next = new Set(isAdding ? chosen : []);
    if (isAdding && chosen.has(place.key)) next.delete(place.key);
    else next.add(place.key);
    editor.choose(next);
  };

  return {
    marks,
    press: (touch: Touch) => {
      isAddingFrame.current = touch.isAdding;
      return press(touch);
    },
    drag,
    drop,
    tap,
  };
}

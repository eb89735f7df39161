import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { paintScene, type Scene, sceneBox } from './paint.ts';
import { type Hand, Surface } from './surface.ts';
import './roof.css';

interface RoofCanvasProps extends Hand {
  /** Read on every frame: changes appear after a `redraw` of the surface. */
  scene: () => Scene;
  label: string;
  /** True: keys and the wheel belong to the drawing. */
  isTool?: boolean;
  /** Fits everything into view when it changes. */
  fitKey: string;
  /** Space in px that the fitted view keeps free at the top, below overlaid tools. */
  headPx?: number;
  onSurface?: (surface: Surface | null) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onDrop?: (event: DragEvent, surface: Surface) => void;
}

/**
 * A canvas drawing of module positions. Its content must also be shown in a table, because a canvas is not accessible
 * to screen readers.
 */
export function RoofCanvas(props: RoofCanvasProps): ReactNode {
  const { label, isTool = false, fitKey, onKeyDown, onDrop } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!canvas.current) return undefined;
    const hand = {
      press: (touch) => latest.current.press?.(touch) ?? false,
      drag: (touch) => latest.current.drag?.(touch),
      drop: (isCancelled) => latest.current.drop?.(isCancelled),
      tap: (touch) => latest.current.tap?.(touch),
      hover: (at) => latest.current.hover?.(at),
    } satisfies Hand;
    const opened = new Surface(canvas.current, {
      ...hand,
      paint: (frame) => paintScene(frame, latest.current.scene()),
      zoomsByWheel: latest.current.isTool ?? false,
      ...(latest.current.headPx === undefined ? {} : { headPx: latest.current.headPx }),
    });
    surface.current = opened;
    latest.current.onSurface?.(opened);
    return () => {
      latest.current.onSurface?.(null);
      opened.close();
    };
  }, []);
  useEffect(() => {
    const { places, size, underlay } = latest.current.scene();
    surface.current?.fit(fitKey === '' ? null : sceneBox(places, size, underlay));
  }, [fitKey]);
  // Draws changes of a render on the next frame.
  useEffect(() => surface.current?.redraw());
  return (
    <canvas
      aria-label={label}
      className="hp-roof"
      data-testid="roof"
      onDragOver={onDrop && ((event) => event.preventDefault())}
      onDrop={onDrop && ((event) => surface.current && onDrop(event, surface.current))}
      onKeyDown={onKeyDown}
      ref={canvas}
      role={isTool ? 'application' : 'img'}
      tabIndex={isTool ? 0 : undefined}
    />
  );
}

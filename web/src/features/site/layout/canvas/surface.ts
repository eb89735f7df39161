// A canvas with a view of a plan: panning, zooming, pinching, and at most one draw per frame. Independent of modules:
// drawing and drag behavior are injected. Does not use React, so that a drag draws without a render.
import type { Box, Point } from '../model/places.ts';
import { fitted, panned, toPlan, type View, zoomed } from '../model/view.ts';

export interface Frame {
  context: CanvasRenderingContext2D;
  view: View;
  /** CSS pixels. */
  width: number;
  height: number;
}

export interface Touch {
  /** Position on the plan, meters. */
  at: Point;
  isAdding: boolean;
  isTouch: boolean;
}

/** Pointer behavior of the surface. */
export interface Hand {
  /** A press: true captures the following drag, false lets it pan the view. */
  press?: (touch: Touch) => boolean;
  drag?: (touch: Touch) => void;
  /** The end of an accepted drag; `isCancelled` if a second finger interrupted it. */
  drop?: (isCancelled: boolean) => void;
  /** A press and release without a movement. */
  tap?: (touch: Touch) => void;
  hover?: (at: Point) => void;
}

interface Options extends Hand {
  paint: (frame: Frame) => void;
  /** True: the wheel zooms; otherwise only with Ctrl, so that the page can scroll. */
  zoomsByWheel: boolean;
  /** Kept free at the top when all is shown, px; 0. */
  headPx?: number;
}

/** Movement in pixels below which a press is no drag. */
const STILL_PX = 4;
const WHEEL_STEP = 0.0015;

export class Surface {
  view: View = { x: 0, y: 0, scale: 30 };
  width = 0;
  height = 0;
  readonly headPx: number;
  private readonly canvas: HTMLCanvasElement;
  private options: Options;
  private readonly watching: ResizeObserver;
  private readonly ending = new AbortController();
  private readonly pointers = new Map<number, Point>();
  private frame = 0;
  private fitsTo: Box | null | undefined;
  private start: { at: Point; isTaken: boolean; isMoved: boolean } | undefined;

  constructor(canvas: HTMLCanvasElement, options: Options) {
    this.canvas = canvas;
    this.options = options;
    this.headPx = options.headPx ?? 0;
    const { signal } = this.ending;
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(type, act, { signal, passive: false });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event, false));
    on('pointercancel', (event) => this.up(event, true));
    on('wheel', (event) => this.wheel(event));
    this.watching = new ResizeObserver(() => this.resize());
    this.watching.observe(canvas);
  }

  /** Replaces drawing and behavior. */
  use(options: Options): void {
    this.options = options;
    this.redraw();
  }

  close(): void {
    this.ending.abort();
    this.watching.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** Draws at the next frame. */
  redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paintNow();
    });
  }

  /** Shows all of a box; null for an empty plan. */
  fit(box: Box | null): void {
    if (this.width === 0) {
      this.fitsTo = box;
      return;
    }
    this.view = fitted(box, this);
    this.redraw();
  }

  /** Zooms around the center. */
  zoom(factor: number): void {
    this.view = zoomed(this.view, factor, { x: this.width / 2, y: this.height / 2 });
    this.redraw();
  }

  pan(dxPx: number, dyPx: number): void {
    this.view = panned(this.view, dxPx, dyPx);
    this.redraw();
  }

  /** The point of the plan at a point of the window, as reported by drop events. */
  planAt(clientX: number, clientY: number): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return toPlan(this.view, { x: clientX - left, y: clientY - top });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.width = width;
    this.height = height;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.fitsTo !== undefined) this.view = fitted(this.fitsTo, this);
    this.fitsTo = undefined;
    this.paintNow();
  }

  private paintNow(): void {
    const context = this.canvas.getContext('2d');
    if (!context || this.width === 0) return;
    const ratio = this.canvas.width / this.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.options.paint({ context, view: this.view, width: this.width, height: this.height });
  }

  private pixelOf(event: PointerEvent | WheelEvent): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private touchOf(event: PointerEvent): Touch {
    return {
      at: toPlan(this.view, this.pixelOf(event)),
      isAdding: event.shiftKey || event.ctrlKey || event.metaKey,
      isTouch: event.pointerType === 'touch',
    };
  }

  private down(event: PointerEvent): void {
    if (event.button > 1) return;
    this.canvas.setPointerCapture(event.pointerId);
    const at = this.pixelOf(event);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size > 1) {
      if (this.start?.isTaken) this.options.drop?.(true);
      this.start = undefined;
      return;
    }
    const isTaken = event.button === 0 && (this.options.press?.(this.touchOf(event)) ?? false);
    this.start = { at, isTaken, isMoved: false };
  }

  private move(event: PointerEvent): void {
    const at = this.pixelOf(event);
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      this.options.hover?.(toPlan(this.view, at));
      return;
    }
    if (this.pointers.size === 2) {
      this.pinch(event.pointerId, last, at);
      this.pointers.set(event.pointerId, at);
      return;
    }
    this.pointers.set(event.pointerId, at);
    if (!this.start) return;
    const { start } = this;
    start.isMoved ||= Math.hypot(at.x - start.at.x, at.y - start.at.y) > STILL_PX;
    if (!start.isMoved) return;
    if (start.isTaken) {
      this.options.drag?.(this.touchOf(event));
      this.redraw();
    } else {
      this.pan(at.x - last.x, at.y - last.y);
    }
  }

  private pinch(id: number, last: Point, at: Point): void {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.view = panned(this.view, (at.x - last.x) / 2, (at.y - last.y) / 2);
    if (before > 0) this.view = zoomed(this.view, after / before, middle);
    this.redraw();
  }

  private up(event: PointerEvent, isCancelled: boolean): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const { start } = this;
    if (this.pointers.size > 0 || !start) return;
    this.start = undefined;
    if (start.isTaken) this.options.drop?.(isCancelled || !start.isMoved);
    if (!start.isMoved && !isCancelled) this.options.tap?.(this.touchOf(event));
    this.redraw();
  }

  private wheel(event: WheelEvent): void {
    if (!this.options.zoomsByWheel && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.view = zoomed(this.view, Math.exp(-event.deltaY * WHEEL_STEP), this.pixelOf(event));
    this.redraw();
  }
}

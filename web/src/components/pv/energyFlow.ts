// Converts the energy flow of an answer to the diagram: positions of the nodes, and the flow on the lines between
// them.
import type { SiteOverview } from './plant.ts';

type Wire = SiteOverview['energy'];
export type NodeKey = keyof Wire | 'use';

/** The direction of power on a node's line to the center. */
export type Direction = 'out' | 'into' | 'still';

export interface FlowNode {
  key: NodeKey;
  /** null: not measured, or not current. */
  powerW: number | null;
  /** Time of its reading in ms if it is too old to be combined with the others. */
  outdatedAt: number | null;
  direction: Direction;
  /** Battery: charge in percent. */
  chargePercent: number | null;
  /** Thickness of the line in pixels. */
  width: number;
  /** Upper left corner of the node, and its line to the center as an SVG path that starts at the node. */
  x: number;
  y: number;
  line: string;
  /** Position of the arrowhead on the line, and its direction when power leaves the node: degrees, 0 is right. */
  arrow: { x: number; y: number; out: number };
}

export interface FlowPicture {
  width: number;
  /** Upper edge: lower if there are no panels. */
  top: number;
  height: number;
  nodes: FlowNode[];
  /** The center, where all lines meet; null in a diagram of two nodes. */
  middle: { x: number; y: number } | null;
  isMetered: boolean;
}

export const NODE = { width: 124, height: 74 };
const WIDTH = 392;
const THINNEST = 2;
const THICKEST = 9;
const MIDDLE = { x: WIDTH / 2, y: 128 };

const left = 0;
const centre = (WIDTH - NODE.width) / 2;
const right = WIDTH - NODE.width;
const nodeTop = MIDDLE.y - NODE.height / 2;
const below = 2 * MIDDLE.y - NODE.height;

type Place = Pick<FlowNode, 'x' | 'y' | 'line' | 'arrow'>;

/** Position of each node and its line to the center. The generator joins the grid's line from below. */
const places: Record<keyof Wire, Place> = {
  PVPanel: {
    x: centre,
    y: 0,
    line: `M${MIDDLE.x} ${NODE.height}V${MIDDLE.y}`,
    arrow: { x: MIDDLE.x, y: (NODE.height + MIDDLE.y - 7) / 2, out: 90 },
  },
  grid: {
    x: left,
    y: nodeTop,
    line: `M${NODE.width} ${MIDDLE.y}H${MIDDLE.x}`,
    arrow: { x: (NODE.width + MIDDLE.x - 7) / 2, y: MIDDLE.y, out: 0 },
  },
  home: {
    x: right,
    y: nodeTop,
    line: `M${right} ${MIDDLE.y}H${MIDDLE.x}`,
    arrow: { x: (right + MIDDLE.x + 7) / 2, y: MIDDLE.y, out: 180 },
  },
  battery: {
    x: centre,
    y: below,
    line: `M${MIDDLE.x} ${below}V${MIDDLE.y}`,
    arrow: { x: MIDDLE.x, y: (below + MIDDLE.y + 7) / 2, out: -90 },
  },
  gen: {
    x: left,
    y: below,
    line: `M${NODE.width} ${below + NODE.height / 2}h2q6 0 6-6V${MIDDLE.y + 6}q0-6 6-6H${MIDDLE.x}`,
    arrow: { x: NODE.width + 8, y: below - 4, out: -90 },
  },
};

const directions: readonly Direction[] = ['still', 'out', 'into'];

/** Line width by power: the square root keeps small flows visible next to large ones. */
const widthOf = (powerW: number, fullW: number): number =>
  powerW <= 0 ? THINNEST : THINNEST + (THICKEST - THINNEST) * Math.sqrt(Math.min(1, powerW / fullW));

/** False for a node that only mirrors the modules. */
export const isMeasured = ({ showPower, outdatedAt }: Wire['grid']): boolean =>
  showPower || outdatedAt !== undefined;

/**
 * The energy flow diagram. `fullW` is the power of the thickest line; `isLive` false stops all animation. Without a
 * meter, consumption and grid exchange are unknown: both become one node without a value.
 */
export function flowPicture(wire: Wire, fullW: number, isLive: boolean): FlowPicture {
  const isMetered = wire.home.showPower || isMeasured(wire.grid);
  const full = Math.max(1, fullW, ...Object.values(wire).map(({ power }) => power));
  const nodeOf = (key: keyof Wire): FlowNode => {
    const { power, direction, rate, showPower, outdatedAt = null } = wire[key];
    const powerW = isLive ? power : 0;
    return {
      key,
      powerW: showPower ? powerW : null,
      outdatedAt,
      direction: powerW > 0 ? (directions[direction] ?? 'still') : 'still',
      chargePercent: key === 'battery' ? rate : null,
      width: widthOf(powerW, full),
      ...places[key],
    };
  };
  if (isMetered || wire.battery.show || wire.gen.show) {
    const keys = ['PVPanel', 'grid', 'home', 'battery', 'gen'] as const;
    const nodes = keys.filter((key) => wire[key].show).map(nodeOf);
    const hasLower = wire.battery.show || wire.gen.show;
    const top = wire.PVPanel.show ? 0 : nodeTop;
    const height = (hasLower ? below : nodeTop) + NODE.height - top;
    return { width: WIDTH, top, height, nodes, middle: MIDDLE, isMetered };
  }
  const panels = nodeOf('PVPanel');
  const y = 0;
  const line = `M${NODE.width} ${NODE.height / 2}H${right}`;
  const arrow = { x: WIDTH / 2, y: NODE.height / 2, out: 0 };
  return {
    width: WIDTH,
    top: 0,
    height: NODE.height,
    nodes: [
      { ...panels, x: left, y, line, arrow },
      { ...panels, key: 'use', powerW: null, outdatedAt: null, direction: 'still', x: right, y, line: '' },
    ],
    middle: null,
    isMetered,
  };
}

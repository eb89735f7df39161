// The present energy flow: at most five nodes whose lines meet in the center.
import { type ReactNode, useId } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import { type ColorToken, cssColor } from '../../theme.ts';
import { powerFigure } from '../base/amounts.ts';
import { Icon, type IconName } from '../base/Icon.tsx';
import { formatAge, formatNumber, useNow } from '../base/time.ts';
import { type FlowNode, type FlowPicture, flowPicture, NODE, type NodeKey } from './energyFlow.ts';
import type { SiteOverview } from './plant.ts';
import './energyFlow.css';

const looks: Record<NodeKey, { name: WordKey; icon: IconName; color: ColorToken }> = {
  PVPanel: { name: 'site.flow.panels', icon: 'plant', color: 'production' },
  home: { name: 'site.flow.home', icon: 'house', color: 'consumption' },
  grid: { name: 'site.flow.grid', icon: 'grid', color: 'import' },
  battery: { name: 'site.flow.battery', icon: 'battery', color: 'battery' },
  gen: { name: 'site.flow.generator', icon: 'engine', color: 'muted' },
  use: { name: 'site.flow.use', icon: 'house', color: 'muted' },
};

/** Export to the grid has its own color. */
const colorOf = ({ key, direction }: FlowNode): ColorToken =>
  key === 'grid' && direction === 'into' ? 'export' : looks[key].color;

interface EnergyFlowProps {
  energy: SiteOverview['energy'];
  /** Power of the thickest line in W. */
  fullW: number;
  /** False: the values are outdated, so nothing is animated. */
  isLive: boolean;
}

export function EnergyFlow({ energy, fullW, isLive }: EnergyFlowProps): ReactNode {
  const titleId = useId();
  const now = useNow();
  const picture = flowPicture(energy, fullW, isLive);
  const { width, top, height, nodes, middle } = picture;
  return (
    <figure className="hp-flow">
      <svg aria-labelledby={titleId} role="img" viewBox={`-2 ${top - 2} ${width + 4} ${height + 4}`}>
        <title id={titleId}>{inWords(picture, now)}</title>
        {nodes.map((node) => node.line !== '' && <FlowLine key={node.key} node={node} />)}
        {middle && <circle className="hp-flow-middle" cx={middle.x} cy={middle.y} r="7" />}
        {nodes.map((node) => (
          <FlowBox isLive={isLive} isMetered={picture.isMetered} key={node.key} node={node} />
        ))}
      </svg>
    </figure>
  );
}

function FlowLine({ node }: { node: FlowNode }): ReactNode {
  const isMoving = node.direction !== 'still';
  return (
    <g className={`hp-flow-${node.direction}`} style={{ color: cssColor(isMoving ? colorOf(node) : 'edge') }}>
      <path className="hp-flow-line" d={node.line} strokeWidth={node.width} />
      {isMoving && <path className="hp-flow-dots" d={node.line} strokeWidth={Math.max(3, node.width - 3)} />}
      {isMoving && <path className="hp-flow-arrow" d="M-7 -8 8 0-7 8z" transform={arrowOf(node)} />}
    </g>
  );
}

function arrowOf({ arrow: { x, y, out }, direction }: FlowNode): string {
  return `translate(${x} ${y}) rotate(${direction === 'into' ? out + 180 : out})`;
}

/** The direction at nodes whose lines can flow either way; null for all others. */
function actionOf({ key, direction, powerW }: FlowNode): WordKey | null {
  if (powerW === null) return null;
  if (key === 'grid') {
    if (direction === 'still') return 'site.flow.idle';
    return direction === 'into' ? 'site.flow.exporting' : 'site.flow.importing';
  }
  if (key === 'battery') {
    if (direction === 'still') return 'site.flow.resting';
    return direction === 'into' ? 'site.flow.charging' : 'site.flow.discharging';
  }
  return null;
}

interface FlowBoxProps {
  node: FlowNode;
  isLive: boolean;
  isMetered: boolean;
}

function FlowBox({ node, isLive, isMetered }: FlowBoxProps): ReactNode {
  const { icon, name } = looks[node.key];
  const isStill = node.direction === 'still';
  const figure = node.powerW === null ? null : powerFigure(node.powerW);
  const action = isLive ? actionOf(node) : null;
  const age = useAge(node);
  return (
    <foreignObject height={NODE.height} width={NODE.width} x={node.x} y={node.y}>
      <div
        aria-hidden="true"
        className="hp-flow-node"
        style={{ borderColor: cssColor(isStill ? 'edge' : colorOf(node)) }}
      >
        <span className="hp-flow-name">
          <Icon name={icon} size={16} style={{ color: cssColor(colorOf(node)) }} />
          {t(name)}
          {node.chargePercent !== null && <i>{`${formatNumber(node.chargePercent, 0)} %`}</i>}
        </span>
        {figure === null && age === null ? (
          <span className="hp-flow-unknown">
            {t(isMetered ? 'site.flow.notSimultaneous' : 'site.flow.notMeasured')}
          </span>
        ) : (
          <span className="hp-flow-power">
            <b>{isLive ? (figure?.value ?? '–') : '–'}</b> {isLive && figure?.unit}
          </span>
        )}
        {age !== null && (
          <span className="hp-flow-age">
            <Icon name="clock" size={13} />
            {age}
          </span>
        )}
        {age === null && action !== null && <span className="hp-flow-action">{t(action)}</span>}
      </div>
    </foreignObject>
  );
}

/** Age of an outdated reading. */
function useAge({ outdatedAt }: FlowNode): string | null {
  const now = useNow();
  return outdatedAt === null ? null : formatAge(outdatedAt, now);
}

/** The diagram as text for screen readers. */
function inWords({ nodes, isMetered }: FlowPicture, now: number): string {
  const sentences = nodes.flatMap((node) => [sentenceOf(node), ageSentenceOf(node, now)]);
  if (!isMetered) sentences.push(t('site.flow.words.notMeasured'));
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const ageSentenceOf = ({ key, outdatedAt }: FlowNode, now: number): string =>
  outdatedAt === null
    ? ''
    : t('site.flow.words.outdated', { name: t(looks[key].name), age: formatAge(outdatedAt, now) });

function sentenceOf({ key, powerW, direction, chargePercent }: FlowNode): string {
  if (powerW === null) return key === 'home' ? t('site.flow.words.homeUnknown') : '';
  const power = powerFigure(powerW).text;
  const charge = formatNumber(chargePercent ?? 0, 0);
  switch (key) {
    case 'PVPanel':
      return t('site.flow.words.panels', { power });
    case 'home':
      return t('site.flow.words.home', { power });
    case 'grid':
      if (direction === 'still') return t('site.flow.words.gridStill');
      return t(direction === 'into' ? 'site.flow.words.export' : 'site.flow.words.import', { power });
    case 'battery':
      if (direction === 'still') return t('site.flow.words.batteryStill', { charge });
      return direction === 'into'
        ? t('site.flow.words.charge', { power, charge })
        : t('site.flow.words.discharge', { power, charge });
    case 'gen':
      return t('site.flow.words.generator', { power });
    case 'use':
      return '';
  }
}

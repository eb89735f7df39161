import type { ReactNode } from 'react';
import type { IconName } from '../../../../components/base/Icon.tsx';
import { ToolButton } from '../../../../components/base/ToolButton.tsx';
import { t } from '../../../../i18n.ts';
import { aligned, type Edge, flipped, removed, rotated } from '../model/commands.ts';
import type { ModuleSize } from '../model/places.ts';
import { paste } from './keys.ts';
import type { Editor } from './useEditing.ts';
import type { Tool } from './useHand.ts';

interface ToolbarProps {
  editor: Editor;
  size: ModuleSize;
  tool: Tool;
  onTool: (tool: Tool) => void;
  isSnapping: boolean;
  onSnapping: (isSnapping: boolean) => void;
}

const edges: readonly (readonly [Edge, IconName])[] = [
  ['left', 'alignLeft'],
  ['right', 'alignRight'],
  ['top', 'alignTop'],
  ['bottom', 'alignBottom'],
];
const edgeWords = {
  left: 'layout.alignLeft',
  right: 'layout.alignRight',
  top: 'layout.alignTop',
  bottom: 'layout.alignBottom',
} as const;

/** Actions for the selected modules. */
export function Toolbar(props: ToolbarProps): ReactNode {
  const { editor, size, tool, onTool, isSnapping, onSnapping } = props;
  const isNoneChosen = editor.chosen.size === 0;
  return (
    <div aria-label={t('layout.tools')} className="hp-layout-tools" role="toolbar">
      <ToolButton icon="undo" isDisabled={!editor.canUndo} label={t('layout.undo')} onClick={editor.undo} />
      <ToolButton icon="redo" isDisabled={!editor.canRedo} label={t('layout.redo')} onClick={editor.redo} />
      <i />
      <ToolButton
        icon="hand"
        isPressed={tool === 'pan'}
        label={t('layout.pan')}
        onClick={() => onTool(tool === 'pan' ? 'choose' : 'pan')}
      />
      <ToolButton
        icon="magnet"
        isPressed={isSnapping}
        label={t('layout.snap')}
        onClick={() => onSnapping(!isSnapping)}
      />
      <i />
      <ToolButton
        icon="rotate"
        isDisabled={isNoneChosen}
        label={t('layout.rotate')}
        onClick={() => editor.change((plan, keys) => rotated(plan, keys, 90, size))}
      />
      <ToolButton
        icon="flip"
        isDisabled={isNoneChosen}
        label={t('layout.flip')}
        onClick={() => editor.change(flipped)}
      />
      {edges.map(([edge, icon]) => (
        <ToolButton
          icon={icon}
          isDisabled={editor.chosen.size < 2}
          key={edge}
          label={t(edgeWords[edge])}
          onClick={() => editor.change((plan, keys) => aligned(plan, keys, edge, size))}
        />
      ))}
      <i />
      <ToolButton icon="copy" isDisabled={isNoneChosen} label={t('layout.copy')} onClick={editor.copy} />
      <ToolButton
        icon="paste"
        isDisabled={editor.copies.length === 0}
        label={t('layout.paste')}
        onClick={() => paste(editor)}
      />
      <ToolButton
        icon="clear"
        isDisabled={isNoneChosen}
        label={t('layout.remove')}
        onClick={() => {
          editor.change(removed);
          editor.choose(new Set());
        }}
      />
    </div>
  );
}

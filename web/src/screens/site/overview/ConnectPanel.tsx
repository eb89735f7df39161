import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { ConnectHelp } from '../../../solar/ConnectHelp.tsx';
import { EmptyState, Panel } from '../../../ui/base/Panel.tsx';

/** In place of figures that nobody can have yet: the way to the first one. */
export function ConnectPanel(): ReactNode {
  return (
    <div className="hp-plant-wide">
      <Panel title={t('site.connect.title')}>
        <EmptyState action={<ConnectHelp />} icon="device" title={t('site.connect.hint')} />
      </Panel>
    </div>
  );
}

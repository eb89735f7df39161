import type { ReactNode } from 'react';
import { RemoteSelect } from '../components/form/RemoteSelect.tsx';
import { t } from '../i18n.ts';
import { useSiteChoices } from './remoteChoices.ts';
import './remoteFilter.css';

interface SiteFilterProps {
  /** The sid of a plant; '' is all. */
  chosen: string;
  /** Name of the filtered plant, if the rows contain it. */
  name: string | undefined;
  onChoose: (sid: string) => void;
}

/** Rows of one plant, or of all. */
export function SiteFilter({ chosen, name = chosen, onChoose }: SiteFilterProps): ReactNode {
  const choices = useSiteChoices(chosen === '' ? [] : [{ value: chosen, label: name }]);
  return (
    <div className="hp-remote-filter">
      <RemoteSelect
        {...choices}
        chosen={chosen || undefined}
        label={t('site.field.name')}
        mayClear
        onChoose={(sid) => onChoose(sid ?? '')}
        placeholder={t('device.list.anyPlant')}
      />
    </div>
  );
}

import type { ReactNode } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { formatNumber } from '../../../../components/base/time.ts';
import { t } from '../../../../i18n.ts';
import { withZone, zoned } from '../model/commands.ts';
import type { Zone } from '../model/history.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Editor } from './useEditing.ts';
import { letterOf, orientationOf } from './zoneNames.ts';

const NAME_MAX = 80;

/** The zones of the roof: all modules of a zone have the same orientation. */
export function ZonesPanel({ editor }: { editor: Editor }): ReactNode {
  const { plan, chosen } = editor;
  const counts = new Map<number, number>();
  for (const { planeId } of plan.places.values())
    if (planeId !== null) counts.set(planeId, (counts.get(planeId) ?? 0) + 1);
  const add = () =>
    editor.change((now, keys) => {
      const id = Math.min(0, ...now.zones.map((zone) => zone.id)) - 1;
      // The first zone created without a selection contains all modules.
      const isOnly = now.zones.length === 0 && keys.size === 0;
      const members = isOnly ? new Set(now.places.keys()) : keys;
      return zoned(withZone(now, { id, name: '', tiltDeg: 30, azimuthDeg: 180 }), members, id);
    });
  return (
    <div className="hp-layout-fields">
      {plan.zones.map((zone, i) => (
        <ZoneFields
          count={counts.get(zone.id) ?? 0}
          key={zone.id}
          letter={letterOf(i)}
          onChange={(next) => editor.change((now) => withZone(now, next))}
          zone={zone}
        />
      ))}
      <p className="hp-edit-hint">{t('layout.zoneIsArray')}</p>
      <Button onClick={add}>{chosen.size > 0 ? t('layout.zoneOfChosen') : t('layout.addZone')}</Button>
    </div>
  );
}

interface ZoneFieldsProps {
  zone: Zone;
  letter: string;
  count: number;
  onChange: (zone: Zone) => void;
}

function ZoneFields({ zone, letter, count, onChange }: ZoneFieldsProps): ReactNode {
  return (
    <fieldset className="hp-layout-zone">
      <legend>
        {t('layout.zoneTitle', { name: letter })} · {orientationOf(zone.azimuthDeg)} · {formatNumber(count)}
      </legend>
      <label className="hp-layout-number">
        <span>{t('layout.zoneName')}</span>
        <input
          maxLength={NAME_MAX}
          onChange={({ target }) => onChange({ ...zone, name: target.value })}
          value={zone.name}
        />
      </label>
      <span className="hp-layout-pair">
        <NumberBox
          label={t('layout.tilt')}
          max={90}
          min={0}
          onChange={(tiltDeg) => tiltDeg !== null && onChange({ ...zone, tiltDeg })}
          value={zone.tiltDeg}
        />
        <NumberBox
          label={t('layout.azimuth')}
          max={360}
          min={0}
          onChange={(azimuthDeg) => azimuthDeg !== null && onChange({ ...zone, azimuthDeg })}
          value={zone.azimuthDeg}
        />
      </span>
    </fieldset>
  );
}

import { namedSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { text, urlFields, whole } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { EventsView } from '../../../components/pv/events/EventsView.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { t } from '../../../i18n.ts';
import { useChosenModules } from '../chosenModules.ts';

/** `page` is that of the table: selecting another device resets it to 1. */
const deviceSchema = urlFields({ device: text(80), page: whole(1, 100_000, 1) });

/** Faults reported by the plant's inverters and detected issues of its devices. */
export default function SiteEventsTab({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(deviceSchema);
  const modules = useChosenModules();
  const sn = [modules.sn, state.device].find((wanted) => detail.sn.some((one) => one.sn === wanted)) ?? '';
  return (
    <EventsView
      choice={
        detail.sn.length > 1 && (
          <SelectBox
            label={t('site.field.device')}
            onChange={(next) => {
              setState({ device: next, page: 1 }, { isStep: true });
              modules.choose(new Set());
            }}
            options={[
              { value: '', label: t('event.allDevices') },
              ...detail.sn.map((one) => ({ value: one.sn, label: namedSn(one.alias, one.sn) })),
            ]}
            value={sn}
          />
        )
      }
      id="site.events"
      name={detail.siteName}
      now={now}
      sid={sid}
      sn={sn}
      timeZone={detail.timezone}
    />
  );
}

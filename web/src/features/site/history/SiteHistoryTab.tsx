import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { namedSn } from '@helioport/domain/deviceIdentity';
import { type DeviceKindKey, deviceKind, isComposite } from '@helioport/domain/deviceKinds';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { HistoryView } from '../../../components/pv/history/HistoryView.tsx';
import { MOST_OTHERS } from '../../../components/pv/history/otherCurves.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { dateText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { useChosenModules } from '../chosenModules.ts';

/** `cols` is that of `HistoryView`: another device has other columns. */
const deviceSchema = urlFields({
  device: text(80),
  cols: text(600),
  /** Serial numbers of devices in the same chart, parted by commas. */
  others: text(400),
});

type Retired = OutputOf<typeof device.replacements>['list'][number];

/** Devices to select from: those that measure, replaced ones last. */
function choicesOf({ detail }: Plant, retired: readonly Retired[]): { sn: string; label: string }[] {
  // A composite device measures nothing itself; its components do.
  const measures = ({ kind }: { kind: DeviceKindKey }) => !isComposite(deviceKind(kind));
  return [
    ...detail.sn.filter(measures).map(({ sn, alias }) => ({ sn, label: namedSn(alias, sn) })),
    ...retired.filter(measures).map(({ sn, model, at }) => ({
      sn,
      label: t('site.replace.retiredOn', {
        sn,
        kind: model,
        time: dateText(localDay(at, detail.timezone)),
      }),
    })),
  ];
}

/** The history of one device of the plant. */
export default function SiteHistoryTab({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(deviceSchema);
  const modules = useChosenModules();
  const retired = useCall(device.replacements, { sid }, { live: 'none' });
  const devices = choicesOf(plant, retired.data?.list ?? []);
  const chosen = [modules.sn, state.device]
    .map((wanted) => devices.find(({ sn }) => sn === wanted))
    .concat(devices)
    .find((one) => one !== undefined);
  if (chosen === undefined) {
    return (
      <Panel empty={{ title: t('site.devices.none'), hint: t('site.devices.noneHint'), icon: 'device' }}>
        {null}
      </Panel>
    );
  }
  const { sn } = chosen;
  const isOther = (one: { sn: string }) => one.sn !== sn && state.others.split(',').includes(one.sn);
  const others = devices
    .filter(isOther)
    .slice(0, MOST_OTHERS)
    .map((one) => ({ sn: one.sn, name: one.label }));
  const setOthers = (sns: readonly string[]) => setState({ others: sns.join(',') }, { isStep: true });
  return (
    <HistoryView
      addrs={modules.addrsOf(sn)}
      choice={
        devices.length > 1 && (
          <>
            <SelectBox
              label={t('site.field.device')}
              onChange={(next) => {
                setState({ device: next, cols: '' }, { isStep: true });
                modules.choose(new Set());
              }}
              options={devices.map(({ sn: value, label }) => ({ value, label }))}
              value={sn}
            />
            {others.length < MOST_OTHERS && (
              <SelectBox
                label={t('site.history.compare')}
                onChange={(other) => setOthers([...others.map((one) => one.sn), other])}
                options={[
                  { value: '', label: t('site.energy.compareNone') },
                  ...devices
                    .filter((one) => one.sn !== sn && !isOther(one))
                    .map(({ sn: value, label }) => ({ value, label })),
                ]}
                value=""
              />
            )}
            {others.map((other) => (
              <Button
                isSmall
                key={other.sn}
                onClick={() => setOthers(others.filter((one) => one !== other).map((one) => one.sn))}
                title={t('site.history.compareRemove', { device: other.name })}
              >
                {other.name}
                <Icon name="clear" size={16} />
              </Button>
            ))}
          </>
        )
      }
      name={chosen.label}
      now={now}
      others={others}
      sid={sid}
      siteName={detail.siteName}
      sn={sn}
      timeZone={detail.timezone}
    />
  );
}

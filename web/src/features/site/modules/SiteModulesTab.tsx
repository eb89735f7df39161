import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { isDay, localDay } from '@helioport/domain/periods';
import { wakesAt } from '@helioport/domain/standby';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { choice, readField, text, textThat, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Segments } from '../../../components/form/Segments.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { clockText } from '../../../components/pv/plantClock.ts';
import { untilFetched } from '../../../connection.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { useChosenModules } from '../chosenModules.ts';
import { DrawRoofButton } from '../layout/DrawRoofButton.tsx';
import { useRoof } from '../layout/playback/useRoof.ts';
import { DayFileDialog } from './DayFileDialog.tsx';
import { ModuleTable } from './ModuleTable.tsx';
import { moduleRows } from './moduleRows.ts';
import '../layout/layout.css';
import '../../../components/pv/playback/playback.css';

const RoofView = lazy(() =>
  untilFetched(async () => ({ default: (await import('./RoofView.tsx')).RoofView })),
);
const PlaybackView = lazy(() =>
  untilFetched(async () => ({
    default: (await import('../layout/playback/PlaybackView.tsx')).PlaybackView,
  })),
);

const shows = ['roof', 'table', 'playback'] as const;
type Show = (typeof shows)[number];

const showSchema = urlFields({
  /** '' is the roof if there is one, otherwise the table. */
  show: choice(['', ...shows], ''),
  /** Filters of the table: a link that has one means the table. */
  device: text(32),
  /** Of the playback; '' is today in the plant's zone. */
  day: textThat((day) => isDay(day)),
});

/** All modules of the plant: on the roof, as a table, and over a day, with a shared selection. */
export default function SiteModulesTab({ plant }: { plant: Plant }): ReactNode {
  const [{ show, device: filtered, day }, setShow] = useUrlState(showSchema);
  const { chosen, choose } = useChosenModules();
  const [isSavingDay, setSavingDay] = useState(false);
  const navigate = useNavigate();
  const roof = useRoof(plant.sid);
  const mayDraw = useMayCall(device.modulesMoveBatch) && roof.mayEdit;
  const answer = useCall(site.modules, { sid: plant.sid, page: 0 }, { refreshMs: 60_000 });
  const all = useMemo(() => answer.data && moduleRows(answer.data), [answer.data]);
  const isDrawn = roof.pages.length > 0;
  const usual: Show = isDrawn && filtered === '' ? 'roof' : 'table';
  const shown: Show = show === '' || !isDrawn ? usual : show;
  if (roof.answer.isPending) return <Skeleton height={480} lines={10} />;
  const title = t('site.modules.title', { site: plant.detail.siteName });
  const today = localDay(plant.now, plant.detail.timezone);
  return (
    <>
      <div className="hp-modules-head">
        {isDrawn ? (
          <Segments
            label={t('layout.view')}
            onChange={(value) => setShow({ show: readField(showSchema.show, value) }, { isStep: true })}
            options={[
              { value: 'roof', label: t('site.modules.roof') },
              { value: 'table', label: t('site.modules.table') },
              { value: 'playback', label: t('site.modules.playback') },
            ]}
            value={shown}
          />
        ) : (
          <span />
        )}
        <span className="hp-modules-acts">
          <Button icon="download" onClick={() => setSavingDay(true)}>
            {t('site.modules.dayFile')}
          </Button>
          {mayDraw && isDrawn && (
            <Link to={paths.layoutOf(plant.sid, roof.page?.id)}>{t('layout.edit')}</Link>
          )}
          {mayDraw && !isDrawn && (
            <DrawRoofButton
              onMade={(page) => void navigate(paths.layoutOf(plant.sid, page))}
              sid={plant.sid}
            />
          )}
        </span>
      </div>
      {isSavingDay && (
        <DayFileDialog
          day={shown === 'playback' && day !== '' && day < today ? day : today}
          onClose={() => setSavingDay(false)}
          sid={plant.sid}
          today={today}
        />
      )}
      {shown !== 'playback' && <SleepNote plant={plant} />}
      {shown === 'table' && (
        <ModuleTable all={all} answer={answer} chosen={chosen} onChoose={choose} plant={plant} />
      )}
      <Suspense fallback={<Skeleton height={480} lines={10} />}>
        {shown === 'roof' && (
          <RoofView
            chosen={chosen}
            onChoose={choose}
            plant={plant}
            roof={roof}
            rows={all?.rows ?? []}
            title={title}
          />
        )}
        {shown === 'playback' && <PlaybackView chosen={chosen} onChoose={choose} plant={plant} roof={roof} />}
      </Suspense>
    </>
  );
}

/** Why nothing changes at night. */
function SleepNote({ plant: { state, detail, now } }: { plant: Plant }): ReactNode {
  if (state !== 'asleep') return null;
  const wakes = wakesAt(now, detail.latitude, detail.longitude);
  return (
    <div className="hp-plant-note" role="status">
      <Icon name="moon" size={18} />
      <p>
        {wakes === null
          ? t('site.modules.polarNight')
          : t('site.modules.asleep', { time: clockText(wakes, detail.timezone) })}
      </p>
    </div>
  );
}

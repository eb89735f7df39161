// The head of a plant: where it lies among the pages, its name and how it is. Name, verdict and the way to the next
// plant stay in sight, and so do the tabs below them.
import { site } from '@helioport/contract/site';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import type { Plant } from '../../solar/plant.ts';
import { VerdictLine } from '../../solar/VerdictLine.tsx';
import { titlePage } from '../../title.ts';
import { Breadcrumb } from '../../ui/base/Breadcrumb.tsx';
import { Icon, type IconName } from '../../ui/base/Icon.tsx';
import { PlantFacts } from './overview/PlantFacts.tsx';
import { printPlant } from './overview/printPlant.ts';
import { PlantSwitch } from './PlantSwitch.tsx';

export function PlantHead({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, verdict, now } = plant;
  const title = detail.siteName;
  const navigate = useNavigate();
  useEffect(() => {
    titlePage(title);
  }, [title]);
  return (
    <>
      <Breadcrumb above={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={title} />
      <header className="hp-plant-head">
        <div className="hp-plant-name">
          <h1 title={title}>{title}</h1>
          <VerdictLine nowMs={now} sid={sid} timeZone={detail.timezone} verdict={verdict} />
        </div>
        <PlantSwitch sid={sid} />
        {detail.mayEdit && (
          <Can call={site.updateFast}>
            <HeadButton icon="tool" onClick={() => void navigate(paths.siteEdit(sid))}>
              {t('site.edit.settings')}
            </HeadButton>
          </Can>
        )}
        {detail.mayEdit && detail.commission === 0 && (
          <Can call={site.commissionSubmit}>
            <HeadButton icon="check" onClick={() => void navigate(paths.siteCommission(sid))}>
              {t('page.pvPlantCommission')}
            </HeadButton>
          </Can>
        )}
        <HeadButton icon="print" onClick={() => void printPlant()}>
          {t('site.print')}
        </HeadButton>
      </header>
      <PlantFacts plant={plant} />
    </>
  );
}

interface HeadButtonProps {
  icon: IconName;
  onClick: () => void;
  children: string;
}

/** Not on paper, and not on a phone, where the name needs the room. */
const HeadButton = ({ icon, onClick, children }: HeadButtonProps): ReactNode => (
  <button className="hp-button hp-button-quiet hp-plant-print" onClick={onClick} type="button">
    <Icon name={icon} size={16} />
    {children}
  </button>
);

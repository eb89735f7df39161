// The head of a plant: where it lies among the pages, its name and how it is. Name, verdict and the way to the next
// plant stay in sight, and so do the tabs below them.
import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import type { Plant } from '../../solar/plant.ts';
import { VerdictLine } from '../../solar/VerdictLine.tsx';
import { titlePage } from '../../title.ts';
import { Breadcrumb } from '../../ui/base/Breadcrumb.tsx';
import { Icon } from '../../ui/base/Icon.tsx';
import { PlantFacts } from './overview/PlantFacts.tsx';
import { printPlant } from './overview/printPlant.ts';
import { PlantSwitch } from './PlantSwitch.tsx';

export function PlantHead({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, verdict, now } = plant;
  const title = detail.siteName;
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
        <Button
          aria-label={t('site.print')}
          className="hp-plant-print"
          icon={<Icon name="print" size={16} />}
          onClick={() => void printPlant()}
        >
          {t('site.print')}
        </Button>
      </header>
      <PlantFacts plant={plant} />
    </>
  );
}

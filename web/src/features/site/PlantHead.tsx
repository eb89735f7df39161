// The head of a plant: where it lies among the pages, its name and how it is. The name and the way to the next plant stay
// in sight, and so do the tabs below them. On a phone that is one line, then the condition in full.

import { site } from '@helioport/contract/site';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { Breadcrumb } from '../../components/base/Breadcrumb.tsx';
import { Button, LinkButton } from '../../components/base/Button.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { type Action, MoreActions } from '../../components/base/MoreActions.tsx';
import { useIsPhone } from '../../components/base/useNarrow.ts';
import { ConditionLine } from '../../components/pv/ConditionLine.tsx';
import type { Plant } from '../../components/pv/plant.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { titlePage } from '../../title.ts';
import { PlantFacts } from './overview/PlantFacts.tsx';
import { printPlant } from './overview/printPlant.ts';
import { PlantSwitch } from './PlantSwitch.tsx';

export function PlantHead({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, verdict, now } = plant;
  const title = detail.siteName;
  const mayUpdate = useMayCall(site.updateFast) && detail.mayEdit;
  const mayCommission = useMayCall(site.commissionSubmit) && detail.mayEdit && detail.commission === 0;
  const settings: Action = { label: t('site.edit.settings'), icon: 'tool', to: paths.siteEdit(sid) };
  const commission: Action = {
    label: t('page.pvPlantCommission'),
    icon: 'check',
    to: paths.siteCommission(sid),
  };
  const print: Action = { label: t('site.print'), icon: 'print', onClick: () => void printPlant() };
  const actions = [...(mayUpdate ? [settings] : []), ...(mayCommission ? [commission] : []), print];
  useEffect(() => {
    titlePage(title);
  }, [title]);
  const conditionLine = <ConditionLine nowMs={now} sid={sid} timeZone={detail.timezone} verdict={verdict} />;
  if (useIsPhone())
    return (
      <>
        <header className="hp-plant-head">
          <Link
            aria-label={pageTitle('pvPlant')}
            className="hp-icon-button"
            title={pageTitle('pvPlant')}
            to={paths.sites()}
          >
            <Icon name="left" size={20} />
          </Link>
          <h1 title={title}>{title}</h1>
          <PlantSwitch sid={sid} />
          <MoreActions actions={actions} name={title} />
        </header>
        <p className="hp-plant-condition">{conditionLine}</p>
      </>
    );
  return (
    <>
      <Breadcrumb above={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={title} />
      <header className="hp-plant-head">
        <div className="hp-plant-name">
          <h1 title={title}>{title}</h1>
          {conditionLine}
        </div>
        <PlantSwitch sid={sid} />
        <HeadActions actions={actions} />
      </header>
      <PlantFacts plant={plant} />
    </>
  );
}

/** Buttons; a phone has one menu in their place. Not on paper. */
function HeadActions({ actions }: { actions: readonly Action[] }): ReactNode {
  return actions.map(({ label, icon = 'more', to, onClick }) =>
    to === undefined ? (
      <Button className="hp-plant-action" key={label} onClick={onClick}>
        <Icon name={icon} size={16} />
        {label}
      </Button>
    ) : (
      <LinkButton className="hp-plant-action" key={label} to={to}>
        <Icon name={icon} size={16} />
        {label}
      </LinkButton>
    ),
  );
}

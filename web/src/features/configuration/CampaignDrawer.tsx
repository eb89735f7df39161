import { configuration } from '@helioport/contract/configuration';
import { fieldRules } from '@helioport/contract/fieldRules';
import { campaignLimits } from '@helioport/domain/campaigns';
import { canonicalSn, parseSn } from '@helioport/domain/deviceIdentity';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Facts } from '../../components/base/Facts.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { AreaField, type FieldErrors, TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import type { RemoteOption } from '../../components/form/RemoteSelect.tsx';
import { t } from '../../i18n.ts';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { useCompanyChoices, useSiteChoices } from '../../session/remoteChoices.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { type Firmware, firmwareName } from './ota.ts';

const { otaCampaignCreate, otaCampaignPreview } = configuration;

const rules = ['canaries', 'waitMinutes', 'batch', 'maxFailures', 'powerDrop'] as const;
type Rule = (typeof rules)[number];

interface CampaignDraft extends Record<Rule, string> {
  name: string;
  version: string;
  companyId: string;
  sid: string;
  /** Serial numbers as they are typed. */
  sns: string;
}

interface CampaignDrawerProps {
  firmware: Firmware;
  /** Serial numbers that are chosen already. */
  sns: string;
  onClose: () => void;
  /** With the number of the campaign. */
  onBegun: (id: number) => void;
}

const ruleTitle = (rule: Rule): string =>
  ({
    canaries: t('campaign.field.canaries'),
    waitMinutes: t('campaign.field.wait'),
    batch: t('campaign.field.batch'),
    maxFailures: t('campaign.field.maxFailures'),
    powerDrop: t('campaign.field.powerDrop'),
  })[rule];

const errorsOf = (draft: CampaignDraft, wrong: FieldErrors) => ({
  sns: areSerials(draft.sns) ? undefined : t('campaign.snsWrong', { max: campaignLimits.serials }),
  ...Object.fromEntries(
    rules.map((rule) => [
      rule,
      (wrong[rule] || draft[rule].trim() === '') &&
        t('parameter.outOfRange', {
          value: `${campaignLimits[rule].least}–${campaignLimits[rule].most}`,
        }),
    ]),
  ),
});

const serialsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter((one) => one !== '');

const areSerials = (typed: string): boolean => {
  const sns = serialsOf(typed);
  return sns.length <= campaignLimits.serials && sns.every((sn) => parseSn(canonicalSn(sn)) !== null);
};

const filtersOf = ({ version, companyId, sid, sns }: CampaignDraft) => ({
  version: version.trim(),
  company_id: Number(companyId || 0),
  sid,
  sns: areSerials(sns) ? serialsOf(sns) : [],
});

/** Selects target devices and rollout rules of a firmware version, and starts the campaign. */
export function CampaignDrawer({ firmware, sns, onClose, onBegun }: CampaignDrawerProps): ReactNode {
  const title = t('campaign.newNamed', { name: firmwareName(firmware) });
  const form = useDraft<CampaignDraft>(
    {
      name: firmwareName(firmware),
      version: '',
      companyId: '',
      sid: '',
      sns,
      canaries: String(campaignLimits.canaries.usual),
      waitMinutes: String(campaignLimits.waitMinutes.usual),
      batch: String(campaignLimits.batch.usual),
      maxFailures: String(campaignLimits.maxFailures.usual),
      powerDrop: String(campaignLimits.powerDrop.usual),
    },
    errorsOf,
    `campaign-${firmware.id}`,
    fieldRules(configuration.otaCampaignCreate),
  );
  const begin = useWrite(otaCampaignCreate, { quiet: true });
  const work = (draft: CampaignDraft) =>
    begin.mutateAsync({
      firmwareId: firmware.id,
      name: draft.name.trim(),
      filters: filtersOf(draft),
      ...(Object.fromEntries(rules.map((rule) => [rule, Number(draft[rule])])) as Record<Rule, number>),
    });
  return (
    <DraftDrawer
      done={t('campaign.begun')}
      form={form}
      onClose={onClose}
      onSaved={({ id }) => onBegun(id)}
      submit={t('campaign.begin')}
      title={title}
      work={work}
    >
      <TextField {...form.text('name')} label={t('campaign.field.name')} />
      <WhomFields firmware={firmware} form={form} />
      {rules.map((rule) => (
        <TextField {...form.text(rule)} key={rule} label={ruleTitle(rule)} />
      ))}
    </DraftDrawer>
  );
}

function WhomFields({ firmware, form }: { firmware: Firmware; form: Draft<CampaignDraft> }): ReactNode {
  const { draft, change } = form;
  const companies = useCompanyChoices();
  const [plant, setPlant] = useState<RemoteOption>();
  const plants = useSiteChoices(plant ? [plant] : []);
  const { data } = useCall(
    otaCampaignPreview,
    { firmwareId: firmware.id, filters: filtersOf(draft) },
    { live: 'none', keepsPrevious: true },
  );
  const count = (value: number | undefined) => (value === undefined ? '' : formatNumber(value, 0));
  return (
    <>
      <TextField {...form.text('version', 40)} isOptional label={t('campaign.field.version')} />
      <RemoteField
        choices={companies}
        chosen={draft.companyId}
        isOptional
        label={t('campaign.field.company')}
        nothing={t('campaign.anyCompany')}
        onChoose={(companyId) => change({ companyId })}
      />
      <RemoteField
        choices={plants}
        chosen={draft.sid}
        isOptional
        label={t('campaign.field.sid')}
        nothing={t('device.claim.plantSearch')}
        onChoose={(sid) => {
          setPlant(plants.options.find(({ value }) => value === sid));
          change({ sid });
        }}
      />
      <AreaField
        {...form.text('sns', 20_000)}
        hint={t('campaign.snsHint')}
        isOptional
        label={t('campaign.field.sns')}
        rows={2}
      />
      <div aria-live="polite">
        <Facts
          facts={[
            { title: t('campaign.reach'), value: <strong>{count(data?.reached)}</strong> },
            { title: t('campaign.onlyReport'), value: count(data?.onlyReport) },
            { title: t('campaign.current'), value: count(data?.current) },
            { title: t('campaign.busy'), value: count(data?.busy) },
          ]}
        />
      </div>
    </>
  );
}

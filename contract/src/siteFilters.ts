// Which plants a list, a map or a sum asks for.
import { type Severity, severities } from '@helioport/domain/condition';
import { type ConditionLevel, conditionLevels } from '@helioport/domain/conditionSummary';
import { type StateKey, stateKeys } from '@helioport/domain/state';
import { z } from 'zod';
import { day, filterFlag, filterText, filterWhole, part } from './values.ts';

/** A filter by one of some words: no word gives null. */
export const filterOf = <W extends string>(words: readonly W[], name: string) =>
  filterText
    .transform((raw, ctx): W | null => {
      if (raw === '') return null;
      const word = words.find((one) => one === raw);
      if (word !== undefined) return word;
      ctx.addIssue({ code: 'custom', message: `Expected ${name}` });
      return z.NEVER;
    })
    .describe(`One of ${words.map((word) => `\`${word}\``).join(', ')}; empty: all.`);

/** `sn`, `status`, `state`, `severity` and `verdict` are ours, the others are sent by public clients. */
export const siteFilters = part({
  keywords: filterText,
  site_name: filterText,
  user_email: filterText,
  installer_email: filterText,
  country_code: filterText,
  created_start_date: day,
  created_end_date: day,
  street: filterText,
  sn: filterText,
  owner_uid: filterText.describe('Extension: plants owned by this user, as user ID.'),
  shared_uid: filterText.describe('Extension: plants shared with this user, as user ID.'),
  company_id: filterWhole.describe('Extension: plants managed by this company.'),
  with_below: filterFlag.describe('Extension: with `company_id`, includes plants of its child companies.'),
  status: filterWhole.describe('Number of a state.'),
  state: filterOf<StateKey>(stateKeys, 'a state').describe('Extension: key of a state.'),
  severity: filterOf<Severity>(severities, 'a severity').describe(
    'Extension: severity of the worst open cause. `none` includes plants without devices and uncommissioned ones; plants operating normally are those of `verdict` `good`.',
  ),
  verdict: filterOf<ConditionLevel>(conditionLevels, 'a level').describe(
    "Extension: level of the plant's condition.",
  ),
});

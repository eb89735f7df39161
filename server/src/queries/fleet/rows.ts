// Plants as the fleet desk filters and orders them: with their row of site_analytics.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { fleet } from '@helioport/contract/fleet';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../access/me.ts';
import type { Visible } from '../../access/visible.ts';
import { allOf } from '../../platform/search.ts';
import { confidencePlace } from '../../timeseries/analytics/desk.ts';
import { siteConditions, siteRows } from '../siteFilters.ts';

type FleetInput = Pick<ParsedOf<typeof fleet.summary>, 'filters' | 'fleet'>;

interface FleetContext {
  me: Pick<Me, 'scope' | 'userId'>;
  visible: Visible;
  now: number;
}

/** Less received than this in the last days is not whole. */
const INCOMPLETE = 0.9;

/** `from …` of the desk: what `siteRows` has, and `a` = the left joined row of site_analytics. */
export const deskRows = ({ me, visible }: Pick<FleetContext, 'me' | 'visible'>): RawBuilder<unknown> => sql`
  ${siteRows({ me, visible })}
  left join site_analytics a on a.site_id = s.id`;

/** The condition on `deskRows`. */
export function deskConditions(
  { filters, fleet: own }: FleetInput,
  { me, now }: FleetContext,
): RawBuilder<unknown> {
  const hasCase = sql`coalesce(a.open_cases, 0) > 0`;
  const hasFaults = sql`coalesce(a.open_faults, 0) > 0`;
  return allOf([
    siteConditions(filters, now),
    own.cause.length > 0 && sql`a.causes && ${own.cause}::text[]`,
    own.confidence !== null && sql`a.confidence >= ${confidencePlace[own.confidence]}`,
    own.has_findings !== null && (own.has_findings ? hasFaults : sql`not ${hasFaults}`),
    own.has_case !== null && (own.has_case ? hasCase : sql`not ${hasCase}`),
    own.mine === true &&
      sql`${hasCase} and exists (select from cases c
        where c.site_id = s.id and c.closed_at is null and c.assigned_to = ${me.userId})`,
    own.incomplete !== null &&
      (own.incomplete ? sql`a.completeness < ${INCOMPLETE}` : sql`a.completeness >= ${INCOMPLETE}`),
  ]);
}

/** Whether no filter is set. */
export const isWhole = ({ filters, fleet: own }: FleetInput): boolean =>
  [...Object.values(filters), ...Object.values(own)].every(
    (one) => one === null || one === '' || (Array.isArray(one) && one.length === 0),
  );

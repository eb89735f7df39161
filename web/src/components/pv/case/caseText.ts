// Texts of a case, formatted for the reader's locale.
import type { cases } from '@helioport/contract/case';
import type { OutputOf } from '@helioport/contract/endpoint';
import { wordsFor } from '../../../i18n.ts';

export type CaseRow = OutputOf<typeof cases.list>['list'][number];
export type CaseDetail = OutputOf<typeof cases.detail>;

/** The number as `v2/case/list` writes it, where an answer carries only the id. */
export const caseNumber = (id: number): string => `C-${id}`;

export const caseStateText = (state: CaseRow['state']): string => wordsFor(`case.state.${state}`, state);

export const casePriorityText = (priority: CaseRow['priority']): string =>
  wordsFor(`case.priority.${priority}`, priority);

export const caseOutcomeText = (outcome: CaseRow['outcome']): string =>
  outcome === null ? '' : wordsFor(`case.outcome.${outcome}`, outcome);

// What is wrong with a serial number in words; the message of the API states only that it failed.
import { FRAME_SERIAL_LENGTH, type SerialIssue, serialIssuesOf } from '@helioport/domain/serialIssues';
import { t } from '../../i18n.ts';

/** The issues of an entered serial number, none for a valid one. */
export const serialIssueTexts = (text: string): string[] => serialIssuesOf(text).map(issueText);

function issueText(issue: SerialIssue): string {
  switch (issue.kind) {
    case 'characters':
      return t('site.serials.issue.characters', { what: issue.found });
    case 'length':
      return t('site.serials.issue.length', { value: issue.found, max: FRAME_SERIAL_LENGTH });
    case 'zeros':
      return t('site.serials.issue.zeros');
    case 'otherVendor':
      return t('site.serials.issue.otherVendor', { name: issue.vendor });
  }
}

import { t } from '../../../i18n.ts';

interface Decision {
  confirmedEmail: string;
  withdrawnEmail: string;
  withdrawnCompany: string;
  isWithdrawnByOther: boolean;
  isDeclined: boolean;
  declineReason: string;
}

/** Who approved, refused or canceled a command, and why, line by line; without the name if the reader may not know it. */
export const decisionTexts = (command: Decision): string[] => [
  ...(command.confirmedEmail === '' ? [] : [t('command.second', { email: command.confirmedEmail })]),
  ...endTexts(command),
];

function endTexts(command: Decision): string[] {
  const { withdrawnEmail: email, withdrawnCompany: company, isWithdrawnByOther } = command;
  if (command.isDeclined) {
    const reason = t('public.labelled', { label: t('command.reason'), value: command.declineReason });
    if (email !== '') return [t('command.declinedBy', { email }), reason];
    if (company !== '') return [t('command.declinedByCompany', { company }), reason];
    return [t('command.declinedByOther'), reason];
  }
  if (email !== '') return [t('command.withdrawnBy', { email })];
  if (!isWithdrawnByOther) return [];
  return [company === '' ? t('command.withdrawnByOther') : t('command.withdrawnByCompany', { company })];
}

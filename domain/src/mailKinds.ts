/** Emails with one text: their words are `mail.<kind>.subject`, `.text`, `.note` and, with a link, `.button`. */
export type MailKind =
  | 'verify'
  | 'known'
  | 'reset'
  | 'invite'
  | 'passwordChanged'
  | 'signInLocked'
  | 'handOver'
  | 'shared'
  | 'shareInvite'
  | 'offer'
  | 'offerTaken'
  | 'offerDeclined'
  | 'assignTaken'
  | 'assignDeclined'
  | 'companyAssigned'
  | 'companyEnded'
  | 'cancelled'
  | 'removed'
  | 'approval'
  | 'approvalDeclined'
  | 'alarmTest'
  | 'webhookPaused'
  | 'outputPaused';

/** Emails whose text is composed of several parts. */
export type ComposedMailKind = 'alarms' | 'report' | 'digest';

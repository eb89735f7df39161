// The outbox, for those who run the house: without a mail server it is where mails end, and with one it shows what
// became of them.
import { mail } from '@helioport/contract/mail';
import { fulfil } from '../../access/handler.ts';
import detail from './detail.ts';
import list from './list.ts';

export default fulfil(mail, { list, detail });

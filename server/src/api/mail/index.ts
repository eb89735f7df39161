// Outbox, for administrators: without a mail server, emails stay here; with one, it shows their delivery state.
import { mail } from '@helioport/contract/mail';
import { fulfil } from '../../access/handler.ts';
import detail from './detail.ts';
import list from './list.ts';

export default fulfil(mail, { list, detail });

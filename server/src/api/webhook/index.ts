// Webhooks: events of a plant that are posted to other programs.
import { webhook } from '@helioport/contract/webhook';
import { fulfil } from '../../access/handler.ts';
import create from './create.ts';
import remove from './delete.ts';
import deliveries from './deliveries.ts';
import list from './list.ts';
import resend from './resend.ts';
import test from './test.ts';
import update from './update.ts';

export default fulfil(webhook, { list, create, update, delete: remove, deliveries, test, resend });

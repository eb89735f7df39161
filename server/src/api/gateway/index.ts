// Gateways: server they send to, settings, connected devices, and broker credentials.
import { gateway } from '@helioport/contract/gateway';
import { fulfil } from '../../access/handler.ts';
import behind from './behind.ts';
import behindSet from './behindSet.ts';
import bsgServer from './bsgServer.ts';
import token from './token.ts';
import tokenReplace from './tokenReplace.ts';
import tokenStock from './tokenStock.ts';
import view from './view.ts';

export default fulfil(gateway, { behind, behindSet, bsgServer, view, token, tokenReplace, tokenStock });

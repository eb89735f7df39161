// The person who calls: signing in and out, who he is, and the first administrator of an empty house.
// Administration of other people lives in the room `user`.
import { account } from '@helioport/contract/account';
import { fulfil } from '../../access/handler.ts';
import info from './info.ts';
import loginOut from './loginOut.ts';
import setup from './setup.ts';
import setupState from './setupState.ts';
import signIn from './signIn.ts';

export default fulfil(account, { signIn, info, loginOut, setup, setupState });

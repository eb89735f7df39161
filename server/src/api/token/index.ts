// Personal access tokens and the calendar address of the caller.
import { token } from '@helioport/contract/token';
import { fulfil } from '../../access/handler.ts';
import calendar from './calendar.ts';
import calendarCreate from './calendarCreate.ts';
import calendarRevoke from './calendarRevoke.ts';
import create from './create.ts';
import list from './list.ts';
import revoke from './revoke.ts';

export default fulfil(token, { list, create, revoke, calendar, calendarCreate, calendarRevoke });

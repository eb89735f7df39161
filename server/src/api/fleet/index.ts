// The fleet desk: which plants cost most, and how they compare.
import { fleet } from '@helioport/contract/fleet';
import { fulfil } from '../../access/handler.ts';
import benchmark from './benchmark.ts';
import list from './list.ts';
import summary from './summary.ts';
import trends from './trends.ts';

export default fulfil(fleet, { list, summary, trends, benchmark });

// Test files of one process share its modules. Runs before each file and resets the state that the last one changed.
import { learnProducts } from '@helioport/domain/products';
import { restartNumbers } from '../seed/make.ts';

learnProducts([]);
restartNumbers();

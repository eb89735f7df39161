// Test files of one process share its modules. Resets what a file has changed in them.
import { learnProducts } from '@helioport/domain/products';
import { afterAll } from 'vitest';

afterAll(() => learnProducts([]));

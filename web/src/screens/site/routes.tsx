// The plants: their list and everything about one.
import type { ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [];

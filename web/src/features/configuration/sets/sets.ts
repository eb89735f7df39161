// Shared by the pages of parameter sets.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { gridCodeNamed } from '@helioport/domain/parameters';
import { t } from '../../../i18n.ts';

export type ParameterSet = OutputOf<typeof configuration.inverterSetList>['list'][number];
export type Run = OutputOf<typeof configuration.inverterRunList>['list'][number];
export type Preview = OutputOf<typeof configuration.inverterSetPreview>;

/** Polling interval of a run. */
export const RUN_EVERY_MS = 5_000;

/** The target of a parameter set as text. */
export const forWhat = ({ modelTitle }: ParameterSet): string => modelTitle || t('parameterSet.allModels');

export const gridCodeTitle = (key: string): string => gridCodeNamed(key)?.title ?? key;

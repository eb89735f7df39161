import type { ReactNode } from 'react';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import type { Comparison, Span, SpanState } from '../../../components/pv/energy/energySpan.ts';
import type { SpanControlsProps } from '../../../components/pv/energy/SpanControls.tsx';
import { t } from '../../../i18n.ts';

interface ComparisonChoiceProps {
  state: SpanState;
  span: Span;
  onState: SpanControlsProps['onState'];
  /** The plant has arrays that can be shown separately. */
  hasArrays: boolean;
}

/** Selects the comparison of an energy chart, and its split: plant, device or array. */
export function ComparisonChoice({
  state,
  span,
  onState,
  hasArrays: hasPlanes,
}: ComparisonChoiceProps): ReactNode {
  const { by } = span;
  // A day's curve always includes clear-sky power, and years have no split.
  const isWhole = by === 'power' || by === 'years';
  const isYearBefore = (by === 'months' || by === 'years') && state.versus === 'year';
  const versus = isWhole && state.versus === 'sky' ? '' : isYearBefore ? 'before' : state.versus;
  return (
    <>
      <SelectBox
        label={t('site.energy.compare')}
        onChange={(versus) => onState({ versus: versus as Comparison })}
        options={[
          { value: '', label: t('site.energy.compareNone') },
          { value: 'before', label: t('site.energy.compareBefore') },
          ...(by === 'months' || by === 'years'
            ? []
            : [{ value: 'year', label: t('site.energy.compareYear') }]),
          ...(isWhole ? [] : [{ value: 'sky', label: t('site.curve.clearSky') }]),
        ]}
        value={versus}
      />
      {!isWhole && (
        <SelectBox
          label={t('site.energy.of')}
          onChange={(of) => onState({ of: of as SpanState['of'] })}
          options={[
            { value: '', label: t('site.energy.ofPlant') },
            { value: 'device', label: t('site.energy.ofDevices') },
            ...(hasPlanes && by !== 'hours' ? [{ value: 'plane', label: t('site.clearSky.ofPlanes') }] : []),
          ]}
          value={state.of === 'plane' && by === 'hours' ? '' : state.of}
        />
      )}
    </>
  );
}

/** A day as a curve of its power or as energy by the hour. */
export function DayShape({ span, onState }: Pick<ComparisonChoiceProps, 'span' | 'onState'>): ReactNode {
  if (span.period !== 'day') return null;
  return (
    <SelectBox
      label={t('site.energy.shape')}
      onChange={(by) => onState({ by: by === 'hours' ? 'hours' : 'power' })}
      options={[
        { value: 'power', label: t('site.energy.shapePower') },
        { value: 'hours', label: t('site.energy.shapeHours') },
      ]}
      value={span.by}
    />
  );
}

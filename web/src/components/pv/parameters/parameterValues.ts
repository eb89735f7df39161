// The input values of a device's parameters: which of them are changes, and whether they are allowed.

import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { namedSn } from '@helioport/domain/deviceIdentity';
import { type GridCode, isWithin, type Parameter, parameterOf, rangeOf } from '@helioport/domain/parameters';
import { t, wordsFor } from '../../../i18n.ts';
import { formatNumber } from '../../base/time.ts';

export type ConfigurableDevice = OutputOf<typeof configuration.inverterGroupFilter>['list'][number];
export type ParameterNow = ConfigurableDevice['parameters'][number];

/** What was typed or chosen, by parameter; absent or '' leaves it as it is. */
export type Typed = Readonly<Record<string, string>>;

export interface ParameterChange {
  parameter: ParameterNow;
  value: number;
}

const limitsOf = ({ min, max, choices }: ParameterNow) =>
  min === null || max === null ? { choices: choices.map(({ value }) => value) } : { min, max };

/** The boxes after one more was typed into; one that was emptied has nothing to keep. */
export function withTyped(typed: Typed, key: string, text: string): Typed {
  const { [key]: _before, ...others } = typed;
  return text.trim() === '' ? others : { ...others, [key]: text };
}

/** The number that was typed; undefined: nothing, or the same as is there; null: none that is allowed. */
export function valueTyped(parameter: ParameterNow, text = ''): number | null | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  if (value === parameter.value) return undefined;
  return isWithin(limitsOf(parameter), parameter.decimals, value) ? value : null;
}

/** The changes in the order of the parameters, without those that are not allowed. */
export const changesOf = ({ parameters }: ConfigurableDevice, typed: Typed): ParameterChange[] =>
  parameters.flatMap((parameter) => {
    const value = valueTyped(parameter, typed[parameter.key]);
    return value == null ? [] : [{ parameter, value }];
  });

export const hasBad = ({ parameters }: ConfigurableDevice, typed: Typed): boolean =>
  parameters.some((parameter) => valueTyped(parameter, typed[parameter.key]) === null);

/** What a parameter is called. */
export const parameterName = (key: string): string => wordsFor(parameterOf(key)?.word ?? key, key);

/** "253.0 V", or the name of a choice, of a parameter by its key. */
export function amountText(key: string, amount: number): string {
  const parameter = parameterOf(key);
  const plain = `${formatNumber(amount, parameter?.decimals ?? 2)} ${parameter?.unit ?? ''}`.trim();
  return parameter?.hasNames ? wordsFor(`${parameter.word}.${amount}`, plain) : plain;
}

/** The same with its name. */
export const changeText = (key: string, amount: number): string =>
  t('public.labelled', { label: parameterName(key), value: amountText(key, amount) });

/** A parameter under a grid code, of no device. */
export function parameterUnder(
  { key, unit, decimals, ...parameter }: Parameter,
  code: GridCode,
): ParameterNow {
  const range = rangeOf({ key, unit, decimals, ...parameter }, code);
  return {
    key,
    unit,
    decimals,
    title: parameterName(key),
    value: null,
    readAt: null,
    // Known where it is sent to a device.
    needsSecond: false,
    ...('choices' in range
      ? {
          min: null,
          max: null,
          choices: range.choices.map((value) => ({ value, title: amountText(key, value) })),
        }
      : { ...range, choices: [] }),
  };
}

/** "253.0 V", or the name of a choice. */
export function valueText({ unit, decimals, choices }: ParameterNow, value: number): string {
  const named = choices.find((choice) => choice.value === value);
  return named?.title ?? `${formatNumber(value, decimals)} ${unit}`.trim();
}

/** The allowed range as text; '' if unknown. */
export function rangeText({ unit, decimals, min, max, choices }: ParameterNow): string {
  if (min !== null && max !== null)
    return t('parameter.between', {
      from: formatNumber(min, decimals),
      to: `${formatNumber(max, decimals)} ${unit}`,
    });
  return choices.map(({ title }) => title).join(' · ');
}

export const nameOf = ({ alias, modelName, sn }: { alias: string; modelName: string; sn: string }): string =>
  alias === '' ? `${modelName} (${sn})` : namedSn(alias, sn);

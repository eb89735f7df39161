// Texts about plants and devices in responses: state, fault, model, age.
import { alertCode, faultsOf, isLowLight, primaryFault } from '@helioport/domain/faults';
import { languageByCode } from '@helioport/domain/languages';
import { productOf } from '@helioport/domain/products';
import { type StatusCode, statusByCode } from '@helioport/domain/status';
import { displayTime, wallSeconds } from '@helioport/domain/wire';
import { ago, translate } from '../platform/texts.ts';

/** The three forms in which responses state the time of the last reading, in `timeZone`. */
export const lastUpdateOf = (atMs: number | null, timeZone: string, now: number, languageCode: number) => ({
  lastUpdate: displayTime(atMs, timeZone),
  lastUpdateCal: ago(atMs, now, languageCode),
  lastUpdateTime: wallSeconds(atMs, timeZone),
});

// English clients compare these texts, so English responses keep them exactly, regardless of the portal's terms.
const isEnglish = (languageCode: number) => languageByCode(languageCode)?.tag.startsWith('en') ?? true;

/** A status number with its text. */
export function statusOf(
  code: StatusCode,
  languageCode: number,
): { status: StatusCode; statusTitle: string } {
  const status = statusByCode(code);
  const title = status && !isEnglish(languageCode) ? translate(languageCode, status.titleKey) : status?.title;
  return { status: code, statusTitle: title ?? '' };
}

/**
 * A status word in responses: its code, the most severe fault by name, and explanations of all. `0000` is OK, and so is
 * low light, which every inverter reports every evening.
 */
export function alertOf(word: number, languageCode: number) {
  const bits = isLowLight(word) ? 0 : word;
  const primary = primaryFault(bits);
  if (!primary) return { alertCode: alertCode(bits), alertTitle: 'OK', alertDescription: 'ok' };
  return {
    alertCode: alertCode(bits),
    alertTitle: isEnglish(languageCode) ? primary.title : translate(languageCode, primary.titleKey),
    alertDescription: faultsOf(bits)
      .map((fault) => translate(languageCode, fault.explanationKey))
      .join(' '),
  };
}

/** Number and name of a device's model; what is no product of the catalogue is called by its kind. */
export function modelOf(
  device: { kind: string; productNumber: number | null; modelByte: number | null },
  languageCode: number,
): { model: number; modelName: string } {
  const product = productOf(device);
  if (product) return { model: product.number, modelName: product.name };
  return { model: 0, modelName: translate(languageCode, `deviceKind.${device.kind}`) };
}

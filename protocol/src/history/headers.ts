// The header of a column: quantity and unit, in the languages that portals write. Pure.
import type { ColumnMeaning, ColumnUnit, HistorySource } from '@helioport/domain/historyImports';

/** Lower case, without accents and repeated blanks. */
export const plainHeader = (text: string): string =>
  text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[\s\u00a0_]+/g, ' ')
    .trim();

const units: Readonly<Record<string, ColumnUnit>> = { w: 'W', kw: 'kW', wh: 'Wh', kwh: 'kWh', mwh: 'MWh' };

/** The unit in a header: `Energy Produced (Wh)`, `[kWh]`, `Power in kW`. */
export function unitOf(header: string): ColumnUnit | undefined {
  const text = plainHeader(header).replace(/k?wh?\s*\/\s*k?wp?/g, '');
  const marked = [...text.matchAll(/[[(]\s*(k?wh?|mwh)\s*[\])]/g)].at(-1)?.[1];
  const bare = marked ?? [...text.matchAll(/(?:^|[\s:/|,;-])(k?wh?|mwh)(?=$|[\s:/|,;-])/g)].at(-1)?.[1];
  if (bare !== undefined) return units[bare];
  if (/^pac\d*$/.test(text)) return 'W';
  return /^(day ?sum|tagessumme)\d*$/.test(text) ? 'Wh' : undefined;
}

/** In order: the first that fits counts. */
const words: readonly [ColumnMeaning, RegExp][] = [
  [
    'ignore',
    /temp|irradi|einstrahl|ensoleil|volt|spannung|tension|ampe|strom\b|courant|corriente|co2|revenue|erlos|vergutung|ingresos|\beur\b|€|\$|spezifisch|specific|specifique|especific|kwp|performance|ratio|error|fehler|status|soc\b|state of charge|ladezustand|freq|\bpdc|\budc|\buac|%|limit|forecast|prognos|expected|erwart/,
  ],
  [
    'ignore',
    /self[- ]?cons|own cons|eigenverbr|direktverbr|direct cons|autocons|self[- ]?suff|autark|autonom|eigenverbrauchs|consumed directly|direkt verbraucht/,
  ],
  [
    'discharged',
    /discharg|entlad|decharg|descarg|scaric|from (the )?batter|aus (der )?batter|(de|depuis) la batter|de la bater|ontlad|batteriebezug/,
  ],
  [
    'charged',
    /batter.*charg|charg.*batter|^charg|charging|stored in|to (the )?batter|batter.*lad|lad(ung|en)|in (die )?batter|(vers|dans) la batter|a la bater|carga.*bater|bater.*carga|carica|opgeladen/,
  ],
  [
    'exported',
    /export|einspeis|feed[- ]?in|grid feed|to (the )?grid|into (the )?grid|ins netz|inject|inyect|vertid|excedent|immess|immiss|teruglever|vers le reseau|a la red|sold/,
  ],
  [
    'imported',
    /import|netzbezug|bezug|from (the )?grid|external energy|grid (supply|consumption|draw)|purchas|soutir|preleva?|(du|depuis le) reseau|de la red|desde la red|compra|afname|bezogen|(aus dem|vom) netz/,
  ],
  ['consumed', /consum|verbrauch|verbruik|consom|\bload\b|usage|hausverbr/],
  [
    'produced',
    /produc|produk|erzeug|erzeugt|ertrag|yield|generat|\bpv\b|photovolt|solar|opwek|opbrengst|rendement|energ|leistung|puissance|potencia|power|potenza|day ?sum|tagessumme|\bpac|sum|kwh|\bwh\b|\bkw\b|\bw\b/,
  ],
];

const isTotal =
  /total yield|gesamtertrag|zahlerstand|meter reading|lifetime|counter(?! change)|compteur|index|contador|lectura|totalertrag|rendement total|etotal|e-total/;
const isChange = /anderung|change|differen|delta|today|daily|heute|tages|du jour|diari|hoy/;

/** What a column probably means; a produced power is `produced` with a unit of power until the others are seen. */
export function meaningOf(header: string): ColumnMeaning {
  const text = plainHeader(header);
  if (text === '') return 'ignore';
  const meaning = words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'ignore';
  if (/^(day ?sum|tagessumme)\d*/.test(text)) return 'producedToday';
  if (!isTotal.test(text) || isChange.test(text)) return meaning;
  if (meaning === 'imported') return 'importedTotal';
  if (meaning === 'exported') return 'exportedTotal';
  return meaning === 'produced' || meaning === 'ignore' ? 'producedTotal' : meaning;
}

const signs: readonly [HistorySource, RegExp][] = [
  [
    'solarlog',
    /solar-?log|(^|\n)#?(datum|date|fecha);?\n(uhrzeit|time|heure|hora)\n(wr|inv|ond)\b|\nday ?sum\d*(\n|$)/,
  ],
  ['fronius', /solar\.?web|fronius|\[(dd\.mm\.yyyy|mm\/dd\/yyyy|dd\/mm\/yyyy|yyyy-mm-dd|jj\.mm\.aaaa)/],
  [
    'enphase',
    /enphase|enlighten|energy (produced|consumed) \(wh\)|(exported to|imported from) grid \(wh\)|(energia|energie) (producida|produite) \(wh\)|erzeugte energie \(wh\)/,
  ],
  [
    'solaredge',
    /solaredge|(system|solar) production|self[- ]consumption \(k?wh?\)|systemproduktion|systemerzeugung|production du systeme|produccion del sistema/,
  ],
  [
    'sma',
    /sunny ?portal|ennexos|\bsma\b|sunny ?boy|sunny ?tripower| \/ (mean values|mittelwerte|mittelwert|valeurs moyennes|valores medios|counter changes|zahlerstandsanderung|modifications? du compteur)/,
  ],
];

/** The portal of a table, by the cells above its first row of data. */
export function sourceOf(cells: readonly string[]): HistorySource {
  const text = cells.map(plainHeader).join('\n');
  return signs.find(([, pattern]) => pattern.test(text))?.[0] ?? 'table';
}

/** Whether a row only has units and formats below the names of columns. */
export function isUnitRow(row: readonly string[]): boolean {
  const cells = row.map(plainHeader).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => /^[[(].*[\])]$|^(k?wh?|mwh)$/.test(cell));
}

/** The order of a date format in a header, such as `[dd.MM.yyyy HH:mm]`. */
export function orderInHeader(header: string): 'dmy' | 'mdy' | undefined {
  const text = plainHeader(header);
  if (/(dd|jj|tt)[./-]mm/.test(text)) return 'dmy';
  return /mm[./-](dd|jj)/.test(text) ? 'mdy' : undefined;
}

// Product information of the demo data, in two languages.

export interface DemoDocument {
  readonly language: 'en' | 'de';
  /** Name of the model; '' for all. */
  readonly product: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly isPublished: boolean;
  /** Attached PDF: its name and its one line of text. */
  readonly pdf?: { readonly name: string; readonly line: string };
}

export const demoDocuments: readonly DemoDocument[] = [
  {
    language: 'en',
    product: 'BDM-800',
    title: 'Mounting the BDM-800',
    text: `# Before you start

- Switch off the **AC breaker** of the branch.
- Note the serial number on the label before the module covers it.

# On the rail

1. Screw the inverter to the rail, label upwards, 15 mm or more below the module.
2. Connect both modules. The LED blinks *orange* until grid power is available.
3. Switch the breaker on. After five minutes, the LED is *green*.

Add the serial number in the plant's device settings. The first reading arrives within ten minutes of daylight.`,
    isPublished: true,
    pdf: { name: 'BDM-800 quick guide.pdf', line: 'BDM-800: quick guide to mounting' },
  },
  {
    language: 'de',
    product: 'BDM-800',
    title: 'Montage des BDM-800',
    text: `# Bevor Sie beginnen

- Schalten Sie den **Leitungsschutzschalter** des Strangs aus.
- Notieren Sie die Seriennummer, bevor das Modul das Typenschild verdeckt.

# An der Schiene

1. Schrauben Sie den Wechselrichter an die Schiene, Typenschild nach oben, mindestens 15 mm unter dem Modul.
2. Stecken Sie beide Module an. Die Leuchte blinkt *orange*, bis das Netz da ist.
3. Schalten Sie ein. Nach fünf Minuten leuchtet sie *grün*.

Tragen Sie die Seriennummer bei den Geräten der Anlage ein; der erste Messwert folgt bei Tageslicht innerhalb von zehn Minuten.`,
    isPublished: true,
    pdf: { name: 'BDM-800 Kurzanleitung.pdf', line: 'BDM-800: Kurzanleitung zur Montage' },
  },
  {
    language: 'en',
    product: '',
    title: 'Status LED of the inverter',
    text: `- **Green, steady**: producing
- **Green, blinking**: checking the grid
- **Orange**: waiting for the grid
- **Red**: check the plant's event log; call your installer if this lasts longer than an hour`,
    isPublished: true,
  },
  {
    language: 'de',
    product: '',
    title: 'Winterpause: wenn Schnee auf den Modulen liegt',
    text: `Unter einer Schneedecke meldet ein Wechselrichter nichts. Das ist **kein Fehler**: Sobald Licht auf das Modul
fällt, fährt er von selbst wieder an. Räumen Sie Schnee nicht mit hartem Werkzeug ab.`,
    isPublished: false,
  },
];

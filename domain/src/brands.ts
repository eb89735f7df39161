// The fourteen brands a portal can wear. The number travels in the `app` header; 0 is Helioport's own.

export interface Brand {
  readonly id: number;
  readonly name: string;
  /** Shown in the footer after "Powered by". */
  readonly company: string;
  readonly supportMail: string;
  /** Address of the logo below the web root. */
  readonly logo: string;
  readonly siderTheme: 'light' | 'dark';
  /** Whether users may register themselves. */
  readonly openRegistration: boolean;
  /** When true the portal shows only that it is under maintenance. */
  readonly maintenance: boolean;
}

const placeholder = (id: number): Brand => ({
  id,
  name: `Brand ${id}`,
  company: `Brand ${id}`,
  supportMail: 'support@example.com',
  logo: '/logo.svg',
  siderTheme: 'light',
  openRegistration: true,
  maintenance: false,
});

export const defaultBrand: Brand = {
  ...placeholder(0),
  name: 'Helioport',
  company: 'Helioport',
  supportMail: 'support@helioport.example',
};

export const brands: readonly Brand[] = [
  defaultBrand,
  ...Array.from({ length: 13 }, (_, i) => placeholder(i + 1)),
];

/** The brand of an `app` header; the default one for company IDs and unknown values. */
export const brandById = (id: number): Brand => brands[id] ?? defaultBrand;

// Title of the browser tab: page and brand name, as soon as each is known.
let product = 'Helioport';
let page = '';

const write = () => {
  document.title = page === '' ? product : `${page} · ${product}`;
};

/** Names the page that is shown. */
export function titlePage(title: string): void {
  page = title;
  write();
}

/** Names the brand, now and for all pages to come. */
export function titleProduct(name: string): void {
  product = name;
  write();
}

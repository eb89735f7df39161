// Elements, and what a person typed once in this tab.

export const byId = (id) => document.getElementById(id);

/** An element with attributes (`on…` are listeners) and children; null and false children are left out. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** A text whose parts between backticks are code. */
export const prose = (text) => text.split('`').map((part, i) => (i % 2 === 1 ? h('code', null, part) : part));

/** What a person typed once in this tab: the token, and values of fields that many calls share. */
export const kept = {
  get: (name) => sessionStorage.getItem(`docs.${name}`) ?? '',
  set: (name, value) => sessionStorage.setItem(`docs.${name}`, value),
};

/** Puts a token into the field and remembers it. */
export function setToken(token) {
  byId('token').value = token;
  kept.set('token', token);
}

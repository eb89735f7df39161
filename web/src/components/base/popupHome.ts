/** Where windows and panels above the page are attached: in its main part, so that they belong to a landmark. */
export const popupHome = (): HTMLElement => document.getElementById('content') ?? document.body;

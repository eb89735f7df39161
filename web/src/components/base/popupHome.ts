import { createContext, useContext } from 'react';

/** The open dialog around the content; everything outside it is hidden from screen readers. */
export const PopupHome = createContext<HTMLElement | null>(null);

/** Container of popups: the open dialog, else the main part of the page. */
export const usePopupHome = (): HTMLElement =>
  useContext(PopupHome) ?? document.getElementById('content') ?? document.body;

/** What the guard of the shell reports to it; null: the page may be shown. */
export interface ShellAnswer {
  isForbidden: true;
}

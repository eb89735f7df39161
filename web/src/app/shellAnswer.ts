/** The result of the shell's guard. */
export interface ShellAnswer {
  isForbidden: boolean;
  /** Names of the pages that the user could open when the address was checked. */
  pages: string;
}

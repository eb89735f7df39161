// Which dialog of the shell is open; opened by menus, shortcuts and the search.
import { create } from 'zustand';

export type ShellDialog = 'password' | 'company' | 'palette' | 'keys' | 'help';

export const useShellDialog = create<{ open: ShellDialog | undefined }>()(() => ({ open: undefined }));

export const openDialog = (open: ShellDialog): void => useShellDialog.setState({ open });
export const closeDialog = (): void => useShellDialog.setState({ open: undefined });

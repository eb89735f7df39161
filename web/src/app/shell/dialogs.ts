// Which window of the shell is open. Menus, keys and the search all open the same ones.
import { create } from 'zustand';

export type ShellDialog = 'password' | 'company' | 'palette' | 'keys' | 'help';

export const useShellDialog = create<{ open: ShellDialog | undefined }>()(() => ({ open: undefined }));

export const openDialog = (open: ShellDialog): void => useShellDialog.setState({ open });
export const closeDialog = (): void => useShellDialog.setState({ open: undefined });

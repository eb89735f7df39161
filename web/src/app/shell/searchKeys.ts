/** The keyboard shortcut of the global search on this platform. */
export const searchKeys: readonly string[] = /Mac|iP/.test(navigator.platform) ? ['⌘', 'K'] : ['Ctrl', 'K'];

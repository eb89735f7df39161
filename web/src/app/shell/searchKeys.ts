/** The keys of the search for everything, as this machine's keyboard names them. */
export const searchKeys: readonly string[] = /Mac|iP/.test(navigator.platform) ? ['⌘', 'K'] : ['Ctrl', 'K'];

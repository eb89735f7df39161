// Texts of the administration pages by language, in a separate module to keep their URLs out of the initial bundle.
export const officeWords = import.meta.glob<{ default: Record<string, string> }>('../../locales/??.json', {
  query: '?office',
});

// The first script of every page, plain and small, since the page waits for it.
// A person who chose a theme against the system's must not see a flash of the other one.
try {
  const chosen = localStorage.getItem('helioport-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {}
// Whoever is signed in needs the frame, its words and his screen: fetched beside the first files, not after them.
try {
  const parts = __PARTS__;
  const { state } = JSON.parse(localStorage.getItem('helioport-session') ?? '{}');
  const code = localStorage.getItem('NEP-LANG') ?? '';
  const language =
    [code, navigator.language.slice(0, 2).toLowerCase()].find((one) => one in parts.words) ?? 'en';
  const words = parts.words[language];
  const screen = parts.screens[location.pathname] ?? [];
  for (const file of new Set(state?.token ? [...parts.shell, ...screen, ...words] : words.slice(0, 1))) {
    const link = document.createElement('link');
    if (file.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else link.rel = 'modulepreload';
    // As the build loads them; otherwise, the browser loads a file twice.
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
} catch {}

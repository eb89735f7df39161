// Before the first paint: a person who chose a theme against the system's must not see a flash of the other one.
try {
  const chosen = localStorage.getItem('helioport-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {}

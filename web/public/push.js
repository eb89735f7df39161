// Shows what the portal sends to this browser, and opens what it is about. Keeps nothing and answers no request.
addEventListener('push', (event) => {
  const { title, body, path, tag, lang } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    registration.showNotification(title, {
      body,
      tag,
      lang,
      data: { path },
      icon: '/logo.svg',
      renotify: true,
    }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  // Of this portal, whatever a message says.
  const { href } = new URL(String(event.notification.data?.path).replace(/^[^/]*\/*/, '/'), location.origin);
  event.waitUntil(
    clients.matchAll({ type: 'window' }).then(async (open) => {
      const [first] = open;
      if (!first) return clients.openWindow(href);
      await first.focus();
      return first.navigate(href).catch(() => clients.openWindow(href));
    }),
  );
});

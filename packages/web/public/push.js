// Shows push notifications while no page is open, and opens the page they refer to.
self.addEventListener('push', (event) => {
  const told = event.data?.json();
  if (!told) return;
  const shown = { body: told.body, tag: told.id, icon: '/favicon.svg', data: { path: told.path } };
  event.waitUntil(self.registration.showNotification(told.title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // Opens only the product's own pages.
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});

// Shows what the product tells this browser while no page of it is open, and opens the page it is about.
self.addEventListener('push', (event) => {
  const told = event.data?.json();
  if (!told) return;
  const shown = { body: told.body, tag: told.id, icon: '/favicon.svg', data: { path: told.path } };
  event.waitUntil(self.registration.showNotification(told.title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // Only the product's own pages, whatever a message says.
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});

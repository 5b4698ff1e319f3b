import { loadMessages } from '../i18n/index.ts';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import type { NotSetUpProps } from './not-set-up.tsx';
import { useDeliveryTo } from './use-delivery.ts';

const NotSetUp = lazyComponent(async () => {
  const [{ NotSetUp: notice }] = await Promise.all([import('./not-set-up.tsx'), loadMessages('notices')]);
  return notice;
});

/** Says that mail (or text messages) is not set up, and how to set it up. Renders nothing if it is. */
export function DeliveryNotice({ contact = 'email', instead }: Partial<Pick<NotSetUpProps, 'contact' | 'instead'>>) {
  const delivery = useDeliveryTo(contact);
  if (delivery === null || delivery === 'sent') return null;
  return <NotSetUp contact={contact} delivery={delivery} {...(instead !== undefined && { instead })} />;
}

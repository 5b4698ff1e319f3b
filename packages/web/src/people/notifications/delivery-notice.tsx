import { useEffect, useState } from 'react';
import { loadMessages } from '../../i18n/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { loadPublicSettings } from '../consent/consent.ts';
import type { NotSetUpProps } from './not-set-up.tsx';

/** Delivery of mails and text messages: sent, shown in the outbox, or discarded. */
type MessageDelivery = Awaited<ReturnType<typeof loadPublicSettings>>['delivery'];

let known: MessageDelivery | null = null;

/** Returns the delivery settings; null until loaded. */
export function useDelivery(): MessageDelivery | null {
  const [delivery, setDelivery] = useState(known);
  useEffect(() => {
    let isGone = false;
    loadPublicSettings().then(
      (settings) => {
        known = settings.delivery;
        if (!isGone) setDelivery(known);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return delivery;
}

/** Returns the delivery for a kind of contact; null until loaded. */
export function useDeliveryTo(contact: 'email' | 'phone'): MessageDelivery['mail'] | null {
  const delivery = useDelivery();
  return delivery && (contact === 'email' ? delivery.mail : delivery.texts);
}

/** Tells whether mail is not set up. Links are then shown and files downloaded instead. */
export const useIsWithoutMail = (): boolean => {
  const mail = useDeliveryTo('email');
  return mail !== null && mail !== 'sent';
};

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

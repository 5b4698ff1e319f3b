import { useEffect, useState } from 'react';
import { publicSettings } from '../consent/index.ts';

/** What becomes of mails and text messages: somebody sends them, the outbox shows them, or nobody ever reads them. */
export type MessageDelivery = Awaited<ReturnType<typeof publicSettings>>['delivery'];

let known: MessageDelivery | null = null;

/** null until the server has said so. */
export function useDelivery(): MessageDelivery | null {
  const [delivery, setDelivery] = useState(known);
  useEffect(() => {
    let isGone = false;
    publicSettings().then(
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

/** How messages to a contact of that kind are delivered; null until the server has said so. */
export function useDeliveryTo(contact: 'email' | 'phone'): MessageDelivery['mail'] | null {
  const delivery = useDelivery();
  return delivery && (contact === 'email' ? delivery.mail : delivery.texts);
}

/** Whether the server said that mail isn't set up: links are shown then, and files downloaded. */
export const useIsWithoutMail = (): boolean => {
  const mail = useDeliveryTo('email');
  return mail !== null && mail !== 'sent';
};

export { DeliveryNotice } from './delivery-notice.tsx';
export { useDelivery, useDeliveryTo, useIsWithoutMail } from './use-delivery.ts';

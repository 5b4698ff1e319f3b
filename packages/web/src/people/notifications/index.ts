export { DeliveryNotice, useDelivery, useDeliveryTo, useIsWithoutMail } from './delivery-notice.tsx';

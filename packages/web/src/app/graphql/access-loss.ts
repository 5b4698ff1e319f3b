import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';

/**
 * Handles lost access: a subscription that is refused after it delivered data lost its right, site or zone. Refetches
 * the page's queries, once for all subscriptions refused together. Ignores subscriptions refused at once. Reopens none.
 */
export function handleAccessLoss(askAgain: () => void): ApolloLink {
  let isPlanned = false;
  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      askAgain();
    });
  }
  return new ApolloLink((operation, forward) => {
    let hasTold = false;
    return forward(operation).pipe(
      tap(({ errors }) => {
        if (errors === undefined || errors.length === 0) hasTold = true;
        else if (hasTold) plan();
      }),
    );
  });
}

import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';

/**
 * A subscription that is refused after it has told something was taken away: the right, the site or the zone behind it
 * is gone. Then what the page shows is asked for again, once for all that are refused together. One that is refused at
 * once tells nothing new, and none is opened again by itself.
 */
export function noticeTakenAway(askAgain: () => void): ApolloLink {
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

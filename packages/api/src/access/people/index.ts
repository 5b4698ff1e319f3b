export { peopleStore } from './people.store.ts';

/** Commands sent to a server that runs; `main.ts` is the command line itself. */
export { openControlSocket } from './control-socket.ts';

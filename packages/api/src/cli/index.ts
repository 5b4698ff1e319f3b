/** Commands sent to a server that runs; `main.ts` is the command line itself. */
export { openControlSocket } from './server/control-socket.ts';

export { describeProblem } from './describe-problem.ts';
export { listSilentSensors } from './find-silent-sensors.ts';
export { createInstallationReader, type Installation, type InstallationReader } from './read-installation.ts';
export { createSystemModule } from './system-module.ts';

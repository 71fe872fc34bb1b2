// Lets a thread of Node 20 read TypeScript, which in the bundle it does not have to.
import { register } from 'tsx/esm/api';

register();
await import('./embedded-database.worker.ts');

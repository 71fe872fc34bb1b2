// Takes the lock of the folder named in its argument, says so, and keeps it until it is killed.
import { lockFolder } from '../../src/server/db/embedded/folder-lock.ts';

try {
  await lockFolder(process.argv[2] as string, (pid) => `held by ${pid}`);
  console.log('held');
} catch (error) {
  console.log(`refused: ${(error as Error).message}`);
}
// The lock alone keeps nobody alive.
process.stdin.resume();

/**
 * Gives the browser the contract as routes alone: where each call goes and how its answer lies. The
 * schemas stay with the server, which checks, and with the forms that bring theirs, so that no page
 * waits for the checker and for every schema before it can ask anything.
 */
import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import { runnerImport } from 'vite';
import { root as project } from './project.mjs';

const CONTRACT = join(project, 'src/shared/contract/contract.ts');
/** What a client reads of a route. */
const READ = new Set(['method', 'path', 'inputStructure', 'outputStructure']);

export function contractRoutes() {
  return {
    name: 'contract-as-routes',
    apply: 'build',
    async load(id) {
      if (id !== CONTRACT) return undefined;
      const { module, dependencies } = await runnerImport(CONTRACT, { configFile: false });
      for (const file of dependencies) this.addWatchFile(file);
      const routes = JSON.stringify(minifyContractRouter(module.contract), (key, value) =>
        key === 'route'
          ? Object.fromEntries(Object.entries(value).filter(([name]) => READ.has(name)))
          : value,
      );
      return { code: `export const contract = ${routes};`, map: null };
    },
  };
}

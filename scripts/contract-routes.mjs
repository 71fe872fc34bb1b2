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
/** Only the small pages of customers ask these, and they do without this client. */
const ASKED_WITHOUT = [
  'publicEstimates',
  'publicCreditNotes',
  'portal',
  'payments.automatic',
  'payments.endAutomatic',
];
/** What a client reads of a route. */
const READ = ['path', 'outputStructure', 'inputStructure'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The contract as a program that makes it: what all calls have alike is said once, since the first page
 * waits for it.
 */
function programOf(node) {
  const call = node['~orpc'];
  if (call === undefined) {
    const parts = Object.entries(node).map(([name, each]) => `${name}:${programOf(each)}`);
    return `{${parts.join(',')}}`;
  }
  const { route, errorMap, meta } = call;
  if (Object.keys({ ...errorMap, ...meta }).length > 0) {
    throw new Error(`${route.path} says more than the browser is given`);
  }
  if (!METHODS.includes(route.method)) throw new Error(`${route.path} names no method`);
  const said = READ.map((name) => route[name]);
  const last = said.findLastIndex((value) => value !== undefined);
  const args = said.slice(0, last + 1).map((value) => JSON.stringify(value) ?? 'void 0');
  return `${route.method}(${args.join(',')})`;
}
const CALL = `const [${METHODS.join(', ')}] = ${JSON.stringify(METHODS)}.map((method) => (${READ.join(', ')}) => ({
  '~orpc': { errorMap: {}, meta: {}, route: { method, ${READ.join(', ')} } },
}));`;

const leaveOut = (calls, group) =>
  Object.fromEntries(
    Object.entries(calls)
      .filter(([name]) => !ASKED_WITHOUT.includes(group + name))
      .map(([name, part]) => [name, group === '' ? leaveOut(part, `${name}.`) : part]),
  );

export function contractRoutes() {
  return {
    name: 'contract-as-routes',
    apply: 'build',
    async load(id) {
      if (id !== CONTRACT) return undefined;
      const { module, dependencies } = await runnerImport(CONTRACT, { configFile: false });
      for (const file of dependencies) this.addWatchFile(file);
      const calls = leaveOut(module.contract, '');
      const program = programOf(minifyContractRouter(calls));
      return { code: `${CALL}\nexport const contract = ${program};`, map: null };
    },
  };
}

/** The calls that most resources of the API have: list, read, update, delete, and actions of their own. */
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { type ApiOptions, type ApiRoute, api, type Call } from './api-call.ts';
import { emitUpdate } from './events.ts';
import { listPage } from './lists.ts';
import { type Fields, type Kind, mergedMetadata, metadata, type Params, paging } from './params.ts';
import { find, idOf, type NamedObjects, objects } from './stripe-objects.ts';

/** The objects of a collection that the API's paths name. */
type Found<N extends keyof NamedObjects> = NamedObjects[N];

/** What every update takes. */
const about = { metadata };

/** Filters of a list by a field of the same name: what is not asked for lets everything through. */
type SameFields<T> = { [P in keyof T]?: Kind<string> | Kind<boolean> };

function fits(item: object, same: object, params: Record<string, unknown>): boolean {
  const values = item as Record<string, string | { id: string } | boolean | null>;
  return Object.keys(same).every((name) => {
    const wanted = params[name];
    const value = values[name];
    return wanted === undefined || wanted === (typeof value === 'boolean' ? value : idOf(value));
  });
}

/**
 * A resource at `path`, kept in the collection `name`. What its calls do to an object is given to
 * them as functions; they find the object (or answer that there is none) and show it.
 * @param found how the object of a path is found, where that is not by its id alone
 */
export function resource<N extends keyof NamedObjects>(
  context: SandboxContext,
  path: string,
  name: N,
  found: (call: Call<Fields>) => Found<N> = (call) => find(call, name, call.id),
) {
  return {
    create<F extends Fields>(
      fields: F,
      run: (call: Call<F>) => object,
      options?: ApiOptions,
    ): ApiRoute {
      return api(context, 'POST', path, fields, run, options);
    },

    /** @param more filters that are no plain comparison; `keep` applies them */
    list<M extends Fields>(
      same: SameFields<Found<N>>,
      more?: M,
      keep: (item: Found<N>, params: Call<typeof paging & M>['params']) => boolean = () => true,
    ): ApiRoute {
      const fields = { ...paging, ...same, ...more };
      return api(context, 'GET', path, fields as typeof paging & M, ({ account, params }) =>
        listPage(
          objects(account, name),
          path,
          params,
          (item) => fits(item, same, params) && keep(item, params),
        ),
      );
    },

    read: (): ApiRoute => api(context, 'GET', `${path}/:id`, {}, (call) => found(call)),

    /**
     * Changes an object and merges its metadata.
     * @param event emitted with what was different before, when something is
     */
    update<F extends Fields>(
      fields: F,
      change: (object: Found<N>, call: Call<F & typeof about>) => void = () => undefined,
      event?: Parameters<typeof emitUpdate>[1],
    ): ApiRoute {
      return api(context, 'POST', `${path}/:id`, { ...fields, ...about }, (call) => {
        const object = found(call);
        const before = structuredClone(object);
        change(object, call);
        const { metadata: given } = call.params as Params<typeof about>;
        const described: { id: string; metadata?: Stripe.Metadata | null } = object;
        described.metadata = mergedMetadata(described.metadata ?? {}, given);
        if (event) emitUpdate(call, event, before, object);
        return object;
      });
    },

    /** `POST …/:id/verb`; answers the object as it is afterwards. */
    action<F extends Fields>(
      verb: string,
      fields: F,
      run: (object: Found<N>, call: Call<F>) => void,
    ): ApiRoute {
      return api(context, 'POST', `${path}/:id/${verb}`, fields, (call) => {
        const object = found(call);
        run(object, call);
        return object;
      });
    },

    /** @param gone refuses by an error, and does what follows from the deletion */
    remove(gone: (object: Found<N>, call: Call<Record<string, never>>) => void): ApiRoute {
      return api(
        context,
        'DELETE',
        `${path}/:id`,
        {},
        (call) => {
          const object = found(call);
          gone(object, call);
          objects(call.account, name).delete(call.id);
          return { id: call.id, object: object.object, deleted: true };
        },
        { expands: false },
      );
    },
  };
}

import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import { emit, emitUpdate } from './events.ts';
import { listPage } from './lists.ts';
import {
  boolean,
  list,
  mergedMetadata,
  metadata,
  paging,
  required,
  string,
  unsettable,
} from './params.ts';
import { idOf, objects } from './stripe-objects.ts';

export interface NewProduct {
  id?: string;
  name: string;
  active?: boolean;
  description?: string | null;
  images?: string[];
  metadata?: Record<string, string>;
  statement_descriptor?: string;
  unit_label?: string | null;
  url?: string | null;
}

export function newProduct(work: Work, given: NewProduct): Stripe.Product {
  const now = work.context.clock.seconds();
  const id = given.id ?? newId('prod', 14);
  const products = objects(work.account, 'products');
  if (products.has(id)) {
    throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
  }
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: given.active ?? true,
    created: now,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: given.unit_label ?? null,
    updated: now,
    url: given.url ?? null,
  };
  return products.put(id, product);
}

export function findProduct(work: Work, id: string, param: string): Stripe.Product {
  const product = objects(work.account, 'products').get(id);
  if (!product) throw missing('product', id, param);
  return product;
}

const fields = {
  active: boolean,
  description: unsettable,
  images: list(string),
  metadata,
  statement_descriptor: string,
  unit_label: unsettable,
  url: unsettable,
};

export function productRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/products';
  return [
    api(context, 'POST', path, { ...fields, id: string, name: required(string) }, (call) => {
      const product = newProduct(call, call.params);
      emit(call, 'product.created', product);
      return product;
    }),
    api(context, 'GET', path, { ...paging, active: boolean, ids: list(string) }, (call) =>
      listPage(
        objects(call.account, 'products'),
        path,
        call.params,
        (product) =>
          (call.params.active === undefined || product.active === call.params.active) &&
          (!call.params.ids || call.params.ids.includes(product.id)),
      ),
    ),
    api(context, 'GET', `${path}/:id`, {}, (call) => findProduct(call, call.id, 'id')),
    api(
      context,
      'POST',
      `${path}/:id`,
      { ...fields, name: string, default_price: string },
      (call) => {
        const product = findProduct(call, call.id, 'id');
        const before = structuredClone(product);
        const { metadata: change, default_price: price, expand: _, ...rest } = call.params;
        if (price !== undefined) {
          const found = objects(call.account, 'prices').get(price);
          if (!found || idOf(found.product) !== product.id) {
            throw missing('price', price, 'default_price');
          }
          product.default_price = price;
        }
        Object.assign(product, rest, {
          metadata: mergedMetadata(product.metadata, change),
          updated: context.clock.seconds(),
        });
        emitUpdate(call, 'product.updated', before, product);
        return product;
      },
    ),
    api(
      context,
      'DELETE',
      `${path}/:id`,
      {},
      (call) => {
        const product = findProduct(call, call.id, 'id');
        const prices = objects(call.account, 'prices').values();
        if (prices.some((price) => idOf(price.product) === product.id)) {
          throw invalid(
            'This product cannot be deleted because it has one or more user-created prices.',
          );
        }
        objects(call.account, 'products').delete(call.id);
        emit(call, 'product.deleted', product);
        return { id: call.id, object: 'product', deleted: true };
      },
      { expands: false },
    ),
  ];
}

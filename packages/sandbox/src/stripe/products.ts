import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { ApiRoute, Work } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import { emit } from './events.ts';
import { boolean, list, metadata, required, string, unsettable } from './params.ts';
import { resource } from './resource.ts';
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

const fields = {
  active: boolean,
  description: unsettable,
  images: list(string),
  statement_descriptor: string,
  unit_label: unsettable,
  url: unsettable,
};

export function productRoutes(context: SandboxContext): ApiRoute[] {
  const products = resource(context, '/v1/products', 'products');
  return [
    products.create({ ...fields, id: string, name: required(string), metadata }, (call) => {
      const product = newProduct(call, call.params);
      emit(call, 'product.created', product);
      return product;
    }),
    products.list(
      { active: boolean },
      { ids: list(string) },
      (product, { ids }) => !ids || ids.includes(product.id),
    ),
    products.read(),
    products.update(
      { ...fields, name: string, default_price: string },
      (product, call) => {
        const { metadata: _, default_price: price, expand: __, ...rest } = call.params;
        if (price !== undefined) {
          const found = objects(call.account, 'prices').get(price);
          if (!found || idOf(found.product) !== product.id) {
            throw missing('price', price, 'default_price');
          }
          product.default_price = price;
        }
        Object.assign(product, rest, { updated: context.clock.seconds() });
      },
      'product.updated',
    ),
    products.remove((product, call) => {
      const prices = objects(call.account, 'prices').values();
      if (prices.some((price) => idOf(price.product) === product.id)) {
        throw invalid(
          'This product cannot be deleted because it has one or more user-created prices.',
        );
      }
      emit(call, 'product.deleted', product);
    }),
  ];
}

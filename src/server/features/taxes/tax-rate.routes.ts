import { byId, byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  archiveTaxRate,
  createTaxRate,
  presentTaxRate,
  restoreTaxRate,
  updateTaxRate,
} from './save-tax-rate.ts';
import { listTaxRates } from './tax-rate.store.ts';

export function taxRateRoutes(services: Services) {
  const calls = ownerApi.taxRates;
  return {
    list: calls.list.handler(async ({ context: { actor } }) =>
      (await listTaxRates(services.db.orm, actor.businessId)).map(presentTaxRate),
    ),
    create: calls.create.handler(byInput(services, createTaxRate)),
    update: calls.update.handler(byInput(services, updateTaxRate)),
    archive: calls.archive.handler(byId(services, archiveTaxRate)),
    restore: calls.restore.handler(byId(services, restoreTaxRate)),
  };
}

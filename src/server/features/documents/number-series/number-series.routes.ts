import { byId, byInput, ownerApi } from '../../../platform/http/api-context.ts';
import type { Services } from '../../../platform/http/services.ts';
import { archiveSeries, createSeries, readSeries, updateSeries } from './save-number-series.ts';

export function numberSeriesRoutes(services: Services) {
  const calls = ownerApi.numberSeries;
  return {
    list: calls.list.handler(({ context: { actor } }) => readSeries(services, actor.businessId)),
    create: calls.create.handler(byInput(services, createSeries)),
    update: calls.update.handler(byInput(services, updateSeries)),
    archive: calls.archive.handler(byId(services, archiveSeries)),
  };
}

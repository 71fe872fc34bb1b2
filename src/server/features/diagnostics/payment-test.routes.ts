import { api, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { testPayment } from './test-payment.ts';

export function paymentTestRoutes(services: Services) {
  const calls = api.paymentTest;
  return {
    publicTest: calls.publicTest.handler(({ input, context }) =>
      testPayment(services, input.id, context.session),
    ),
    integrationTest: ownerApi.paymentTest.integrationTest.handler(async ({ input, context }) => {
      const found = await testPayment(services, String(input.invoiceId), context.session);
      const { activeMethod } = found.paymentConfiguration;
      return {
        paymentConfiguration: { selectedPaymentMethod: activeMethod ?? 'none' },
        qrCode: { generated: found.qrCodeTest.generated },
        recommendations: found.recommendations,
      };
    }),
  };
}

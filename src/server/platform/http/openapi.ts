import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { KEY_HEADER } from '../../../shared/contract/calls.ts';
import { contract } from '../../../shared/contract/contract.ts';

const PDF_ANSWER = {
  '200': { description: 'The document', content: { 'application/pdf': {} } },
  '404': { description: 'No such invoice' },
};
const pdfOperation = (tag: string, id: 'integer' | 'string', summary: string) => ({
  get: {
    tags: [tag],
    summary,
    parameters: [
      { name: 'id', in: 'path' as const, required: true, schema: { type: id } },
      {
        name: 'download',
        in: 'query' as const,
        description: 'Given: sent as an attachment instead of inline',
        schema: { type: 'string' as const },
      },
    ],
    responses: PDF_ANSWER,
  },
});

/** The contract as OpenAPI 3.1, with the calls that are no JSON beside it. */
export async function buildOpenApi(version: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Remit',
      version,
      description:
        'Calls need the session cookie that POST /api/auth/sign-in/email sets, but for those under Public. ' +
        'Amounts are decimal strings, dates are YYYY-MM-DD, instants are ISO 8601 in UTC. ' +
        'A POST that creates something, moves money or sends a message takes an Idempotency-Key header: a repetition with the same key is answered, and nothing happens twice. ' +
        'An answer that is not OK has the JSON body {code, message, fields?}.',
    },
    servers: [{ url: '/api' }],
  });
  for (const operations of Object.values(document.paths ?? {})) {
    const create = operations?.post;
    if (create && Object.hasOwn(create.responses ?? {}, '201')) {
      (create.parameters ??= []).push(KEY_HEADER);
    }
  }
  document.paths = {
    ...document.paths,
    '/invoices/{id}/pdf': pdfOperation('Invoices', 'integer', 'The invoice as a PDF'),
    '/public/invoice/{id}/pdf': pdfOperation('Public', 'string', 'A public invoice as a PDF'),
  };
  return document;
}

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Remit API</title><link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><main id="ui"></main>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script></body></html>`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#ui', deepLinking: true });`;

/** /api/openapi.json and a page to read it at /api/docs. */
export function registerOpenApi(app: FastifyInstance, version: string): void {
  let document: ReturnType<typeof buildOpenApi> | undefined;
  app.get('/api/openapi.json', async () => (document ??= buildOpenApi(version)));
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(PAGE),
  );
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
}

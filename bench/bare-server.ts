/**
 * What lists are measured against: a bare Fastify with `pg` that runs one query for one owner and
 * sends the rows. No session, no validation, no shaping. Started as a process of its own.
 */
import Fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL, OWNER = '', QUERY = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();
app.get<{ Querystring: { search?: string } }>('/', async (request) => {
  const { search } = request.query;
  const { rows } = await pool.query(QUERY, search === undefined ? [OWNER] : [OWNER, `%${search}%`]);
  return rows;
});
await app.listen({ port: 0, host: '127.0.0.1' });
const bound = app.server.address();
process.stdout.write(
  `running at http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}\n`,
);
